"""The docs as a site: every page is in it, links lead somewhere, nothing comes from elsewhere."""

import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from .pages import PAGES, ROOT

ASKED_ELSEWHERE = re.compile(
    r"""<(?:link|script|img|iframe)\b[^>]*\b(?:href|src)=["']?(?:https?:)?//"""
    r"""|url\(["']?(?:https?:)?//|@import\s+["'](?:https?:)?//"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built in a copy of the docs; a page that is missing, or a link to none, is an error."""
    at = tmp_path_factory.mktemp("site")
    copytree(ROOT / "docs", at / "docs", ignore=ignore_patterns("__pycache__"))
    (at / "mkdocs.yml").write_bytes((ROOT / "mkdocs.yml").read_bytes())
    built = subprocess.run(
        (Path(sys.executable).with_name("zensical"), "build", "--strict"),
        cwd=at,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return at / "build" / "site"


def test_every_page_is_in_the_site_and_in_its_menu(site: Path) -> None:
    menu = (ROOT / "mkdocs.yml").read_text("utf-8")
    for page in PAGES:
        name = page.relative_to(ROOT / "docs").as_posix()
        assert (site / name).with_suffix(".html").exists() or name.endswith("README.md")
        assert re.search(rf"(?: |- ){re.escape(name)}$", menu, re.MULTILINE), name


def test_nothing_is_asked_for_elsewhere(site: Path) -> None:
    files = [each for kind in ("html", "css") for each in site.rglob(f"*.{kind}")]
    assert len(files) > len(PAGES)
    found = [(each.name, ASKED_ELSEWHERE.search(each.read_text("utf-8"))) for each in files]
    assert [(name, match[0]) for name, match in found if match] == []
