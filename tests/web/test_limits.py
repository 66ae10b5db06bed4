"""What a server refuses because it is too much, and what it says then."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from domino_ledger.web.api import games
from domino_ledger.web.limits import Buckets, Streams
from domino_ledger.web.settings import Limits, Settings

from .club import LIVE, club
from .served import serving

LIMITS = Limits(body=2_000, imported=5_000, streams=2, requests=1_000_000)


@pytest.fixture(scope="module")
def address(sample_book: Path) -> Iterator[str]:
    with serving(sample_book, Settings(limits=LIMITS)) as served:
        yield served


@pytest.fixture(scope="module")
def hasty(sample_book: Path) -> Iterator[str]:
    """A server that waits half a second for an answer."""
    with serving(sample_book, Settings(limits=LIMITS._replace(seconds=0.5))) as served:
        yield served


@pytest.mark.parametrize("path", ["rules", "what-if", "games/payout-12-00053/disputes"])
def test_a_large_body_is_refused(address: str, path: str) -> None:
    body = json.dumps({"claim": "x" * 3_000})
    for sent in (body, iter([body[:1_500].encode(), body[1_500:].encode()])):
        answer = httpx.post(
            f"{address}/api/v1/{path}", content=sent, headers={"Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")


def test_an_import_may_be_larger_and_has_a_limit_too(address: str) -> None:
    for size, status in ((4_000, 200), (6_000, 413)):
        answer = httpx.post(f"{address}/api/v1/import?dry_run=true", content=b"x" * size)
        assert answer.status_code == status


def test_a_list_has_so_many_items(sample_book: Path) -> None:
    with serving(sample_book, Settings(limits=Limits(page=3))) as address:
        for path in ("games", "players", "rules", "payouts", "statistics", "league"):
            answer = httpx.get(f"{address}/api/v1/{path}", params={"limit": 100}).json()
            assert len(answer["items"]) == 3
            assert answer["next"] is not None


def test_an_answer_that_takes_too_long_is_given_up(
    hasty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "audit_json", lambda _: time.sleep(1.5))
    begun = time.monotonic()
    answer = httpx.get(f"{hasty}/api/v1/games/payout-12-00053/audit")
    assert time.monotonic() - begun < 1.4
    assert (answer.status_code, answer.json()["code"]) == (503, "answer-too-slow")
    assert answer.headers["retry-after"] == "1"


def test_a_body_that_does_not_come_is_not_waited_for(hasty: str) -> None:
    def slow() -> Iterator[bytes]:
        yield b"{"
        time.sleep(1.2)
        yield b"}"

    answer = httpx.post(
        f"{hasty}/api/v1/what-if", content=slow(), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 503


def test_an_upload_that_goes_on_is_waited_for(hasty: str) -> None:
    def steady() -> Iterator[bytes]:
        for _ in range(4):
            time.sleep(0.3)
            yield b"\n"

    assert httpx.post(f"{hasty}/api/v1/import", content=steady()).status_code == 200


def test_so_many_streams_are_open(address: str) -> None:
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(httpx.stream("GET", f"{address}/api/v1/log"))
        refused = httpx.get(f"{address}/api/v1/log")
        assert (refused.status_code, refused.json()["code"]) == (503, "too-many-streams")
        assert refused.headers["retry-after"] == "10"
    until = time.monotonic() + 5
    while time.monotonic() < until:
        with httpx.stream("GET", f"{address}/api/v1/log") as again:
            if again.status_code == 200:
                return
        time.sleep(0.1)
    pytest.fail("a stream that its reader closed stays open")


def test_so_many_requests_are_answered(tmp_path: Path) -> None:
    with club(tmp_path, Limits(requests=5)) as served:
        with served.client("viewer") as viewer:
            statuses = [viewer.get("/health").status_code for _ in range(7)]
            refused = viewer.get(f"/api/v1/games/{LIVE}")
        with served.client("arbiter") as other:
            assert other.get("/health").status_code == 200
    assert statuses == [200] * 5 + [429] * 2
    assert refused.json()["code"] == "too-many-requests"
    assert 1 <= int(refused.headers["retry-after"]) <= 12


def test_wrong_tokens_are_counted_by_address(tmp_path: Path) -> None:
    with club(tmp_path, Limits(requests=3)) as served, served.client(None) as nobody:
        nobody.headers["Authorization"] = "Bearer nope"
        statuses = [nobody.get("/health").status_code for _ in range(5)]
    assert statuses == [401] * 3 + [429] * 2


def test_requests_come_back_with_time() -> None:
    buckets = Buckets(60)
    assert [buckets.wait("a", 0.0) for _ in range(61)] == [0] * 60 + [1]
    assert buckets.wait("b", 0.0) == 0
    assert buckets.wait("a", 0.5) == 1
    assert [buckets.wait("a", 2.0) for _ in range(3)] == [0, 0, 1]
    assert [buckets.wait("a", 1e6) for _ in range(61)] == [0] * 60 + [1]


def test_a_stream_that_fails_is_counted_off() -> None:
    streams = Streams(1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), streams.one_more():
            raise ZeroDivisionError
