"""The licences of all that is installed beside the program: python -m tests.packaging.licences"""

import re
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "licences.md"
EXTRAS = ("web", "pdf", "plot", "arrow", "postgres", "tui")
"""As the locks are called; each holds what is in `web`, too."""
BY_CLASSIFIER = {
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Words of packages that do not give an SPDX expression."""
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==", re.MULTILINE)
_BEGIN = """# Licences

Domino Ledger is under the MIT licence. This is all that can be installed beside it, by the locks of
[`requirements/`](../requirements), with the licence that each package states. No licence asks
anything of a program that only uses the package; psycopg is under the LGPL, and comes with the
extra `postgres` alone. What only tests and benchmarks use is not listed.

| package | licence | comes with |
|---|---|---|
"""


def licence_of(package: str) -> str:
    """The licence that an installed package states, as an SPDX expression."""
    said = metadata(package)
    if said["License-Expression"]:
        return str(said["License-Expression"])
    classified = [
        each.split(" :: ")[-1] for each in said.get_all("Classifier") or () if "License ::" in each
    ]
    (licence,) = {BY_CLASSIFIER[each] for each in classified} or {str(said["License"])}
    return licence


def packages() -> dict[str, list[str]]:
    """By package, the extras that bring it; everything comes with `web`, if it is in that lock."""
    found = dict[str, list[str]]()
    for extra in EXTRAS:
        lock = (ROOT / "requirements" / f"{extra}.txt").read_text("utf-8")
        for package in sorted(set(_PINNED.findall(lock))):
            found.setdefault(package, []).append(extra)
    return found


def page() -> str:
    """The page of the docs."""
    return _BEGIN + "".join(_rows())


def _rows() -> Iterator[str]:
    for package, extras in sorted(packages().items()):
        brought = "./demo" if "web" in extras else ", ".join(extras)
        yield f"| {package} | {licence_of(package)} | {brought} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
