"""Who may do what, for every route there is."""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import httpx
import pytest
from fastapi.routing import iter_route_contexts

from domino_ledger import open_book
from domino_ledger.web.access import COOKIE, GAME_IN_PATH, MAY
from domino_ledger.web.application import application
from domino_ledger.web.settings import Settings
from domino_ledger.web.tokens import ROLES, Tokens

from .club import LIVE, OVER, Club, club
from .served import serving

VALUES = {
    **dict.fromkeys(GAME_IN_PATH, LIVE),
    "round": "0",
    "move": "0",
    "dispute": "1",
    "rules": "block-lot@1",
    "day": "2026-01-01",
    "player": "Ana",
    "seat": "0",
    "code": "wrong-turn",
    "secret": "none",
}
"""What stands for each parameter of a path."""
REFUSED = {401, 403}


class Route(NamedTuple):
    name: str
    method: str
    path: str

    @property
    def parameters(self) -> set[str]:
        return set(re.findall(r"{(\w+)", self.path))

    def address(self, **values: str) -> str:
        found = {**VALUES, **values}
        return re.sub(r"{(\w+)(:\w+)?}", lambda each: found[each[1]], self.path)


def every_route() -> list[Route]:
    """Those of an application, but for files."""
    with TemporaryDirectory() as folder, open_book(f"{folder}/routes.db", create=True) as book:
        routes = iter_route_contexts(application(book, Settings()).routes)
        return [
            Route(str(each.name), method, str(each.path))
            for each in routes
            for method in each.methods or ()
        ]


ROUTES = every_route()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with club(tmp_path_factory.mktemp("access")) as made:
        yield made


def test_each_route_has_a_line_and_each_line_a_route() -> None:
    assert {route.name for route in ROUTES} == MAY.keys()


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.name}")
def test_a_route_for_owners_names_a_game(route: Route) -> None:
    assert not MAY[route.name].own or len(route.parameters & set(GAME_IN_PATH)) == 1


def asked(client: httpx.Client, route: Route, **values: str) -> int:
    """The status of an answer. What is asked for changes nothing: a body says nothing."""
    address = route.address(**values)
    if route.name in {"api.log", "api.game.events"}:
        address = f"{address}?follow=false"
    return client.request(route.method, address).status_code


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.name}")
def test_each_role_may_do_what_its_line_says_and_nothing_else(served: Club, route: Route) -> None:
    right = MAY[route.name]
    found, expected = dict[str, bool](), dict[str, bool]()
    for role in ROLES:
        with served.client(role) as client:
            found[role] = asked(client, route) in REFUSED
        expected[role] = role not in right.roles | right.own
    for whose in ("other scribe", "other player"):
        with served.client(whose) as client:
            found[whose] = asked(client, route) in REFUSED
        expected[whose] = whose.removeprefix("other ") not in right.roles
    with served.client(None) as client:
        found["nobody"] = asked(client, route) in REFUSED
    expected["nobody"] = not right.public
    assert found == expected


@pytest.mark.parametrize("name", ["nope", "last", "live", "LIVE-1", "over-1/1"])
def test_no_other_name_leads_to_a_game_of_somebody_else(served: Club, name: str) -> None:
    with served.client("other player") as client:
        assert client.get(f"/api/v1/games/{name}/record").status_code in REFUSED | {404}
        assert client.get(f"/games/{name}").status_code in REFUSED or name.startswith(OVER)


@pytest.mark.parametrize("whose", [*ROLES, "other scribe"])
def test_only_the_player_at_a_seat_and_an_admin_see_its_tiles(served: Club, whose: str) -> None:
    with served.client(whose) as client:
        mine, other = (
            client.get(f"/api/v1/games/{LIVE}/rounds/0", params={"as": seat}) for seat in (1, 0)
        )
        page = client.get(f"/games/{LIVE}", params={"as": 0})
    assert (mine.status_code == 200) == (whose in {"player", "admin"})
    assert (other.status_code == 200) == (page.status_code == 200) == (whose == "admin")
    if whose == "player":
        hands = mine.json()["steps"][-1]["hands"]
        assert hands[0] is None
        assert len(hands[1]) == 7


def test_a_player_sees_as_their_seat_without_asking(served: Club) -> None:
    with served.client("player") as client:
        assert client.get(f"/api/v1/games/{LIVE}/rounds/0").json()["viewer"] == 1


def test_everybody_sees_with_the_eyes_of_any_seat_what_lies_open(served: Club) -> None:
    with served.client("viewer") as client:
        seen = client.get(f"/api/v1/games/{OVER}/rounds/0", params={"as": "Ben"})
    assert seen.json()["viewer"] == 1


def test_a_wrong_token_is_refused_though_the_route_is_public(served: Club) -> None:
    answer = httpx.get(f"{served.address}/health", headers={"Authorization": "Bearer nope"})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["code"] == "unknown-token-given"


def enter(client: httpx.Client, token: str) -> httpx.Response:
    return client.post("/enter", data={"token": token}, headers={"Sec-Fetch-Site": "same-origin"})


def test_a_form_sets_a_cookie_that_lets_a_browser_in(served: Club) -> None:
    with served.client(None) as browser:
        assert browser.get("/").status_code == 401
        entered = enter(browser, served.tokens["viewer"])
        assert entered.status_code == 303
        cookie = entered.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Secure" not in cookie
        assert browser.get("/").status_code == 200
        browser.post("/leave", headers={"Sec-Fetch-Site": "same-origin"})
        assert browser.get("/").status_code == 401


def test_the_cookie_stays_on_encrypted_connections_where_there_is_one(served: Club) -> None:
    with served.client(None) as browser:
        browser.headers["X-Forwarded-Proto"] = "https"
        assert "Secure" in enter(browser, served.tokens["viewer"]).headers["set-cookie"]


def test_a_player_enters_at_their_game(served: Club) -> None:
    with served.client(None) as browser:
        answer = enter(browser, served.tokens["player"])
        assert browser.get(answer.headers["location"]).status_code == 200


def test_a_wrong_token_does_not_enter(served: Club) -> None:
    with served.client(None) as browser:
        answer = enter(browser, "nope")
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert "The token is not in force" in answer.text or "the token is not in force" in answer.text


CLAIM = {"by": "Ana", "claim": "a test"}
FROM_ELSEWHERE = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {},
]


@pytest.mark.parametrize("headers", FROM_ELSEWHERE, ids=str)
def test_a_page_of_another_site_cannot_use_the_cookie(
    served: Club, headers: dict[str, str]
) -> None:
    cookies = {COOKIE: served.tokens["admin"]}
    address = f"{served.address}/api/v1/games/{LIVE}/disputes"
    answer = httpx.post(address, json=CLAIM, cookies=cookies, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "page-of-another"
    assert httpx.get(address, cookies=cookies).json() == []


def test_a_page_of_another_site_cannot_let_somebody_in(served: Club) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    data = {"token": served.tokens["viewer"]}
    answer = httpx.post(f"{served.address}/enter", data=data, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_page_of_this_server_may_use_the_cookie(tmp_path: Path) -> None:
    with club(tmp_path) as served:
        cookies, path = {COOKIE: served.tokens["admin"]}, f"/api/v1/games/{LIVE}/disputes"
        for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": served.address}):
            answer = httpx.post(
                f"{served.address}{path}", json=CLAIM, cookies=cookies, headers=headers
            )
            assert answer.status_code == 201


def test_a_player_speaks_for_themselves_alone(tmp_path: Path) -> None:
    with club(tmp_path) as served, served.client("player") as ben:
        path = f"/api/v1/games/{LIVE}/disputes"
        refused = ben.post(path, json=CLAIM)
        assert (refused.status_code, refused.json()["code"]) == (403, "name-of-another")
        for by in ({}, {"by": "Ben"}):
            opened = ben.post(path, json={**by, "claim": "a test"})
            assert opened.json()["said"][0]["by"] == "Ben"


def test_a_token_that_is_revoked_is_refused_at_once(tmp_path: Path) -> None:
    with club(tmp_path) as served, served.client("viewer") as client:
        assert client.get("/").status_code == 200
        tokens = Tokens(tmp_path / "club.db.tokens")
        (viewer,) = [each for each in tokens.all() if each.role == "viewer"]
        tokens.revoke(viewer.id)
        assert client.get("/").status_code == 401


def test_a_stream_ends_when_its_token_is_revoked(tmp_path: Path) -> None:
    with (
        club(tmp_path) as served,
        served.client("viewer") as client,
        client.stream("GET", "/api/v1/log") as stream,
    ):
        tokens = Tokens(tmp_path / "club.db.tokens")
        (viewer,) = [each for each in tokens.all() if each.role == "viewer"]
        tokens.revoke(viewer.id)
        assert sum(line.startswith("id: ") for line in stream.iter_lines()) > 3


def test_without_tokens_only_names_of_this_machine_are_answered(sample_book: Path) -> None:
    with serving(sample_book) as address:
        port = address.rpartition(":")[2]
        for host, status in ((f"localhost:{port}", 200), ("rebound.example", 403)):
            answer = httpx.get(f"{address}/api/v1/players", headers={"Host": host})
            assert answer.status_code == status
