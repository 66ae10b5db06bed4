"""Who may do what: one line for each route, and the guard that asks it.

A route has a name, and a line in `MAY`. A route about one game names it in its path, as one of
`GAME_IN_PATH`; that is how the guard knows whose game it is. A route without a line is refused to
everybody, and a test fails.

What a seat may see is not stated here but by `seat_view`: a route that shows a game takes a
`SeatQuery` and shows it as the seat that `seat_to_see` allows.
"""

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import Depends, Query, Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from ..domain.game.state import Game
from ..domain.hidden.seat_view import hidden_rounds
from ..ledger.book import Book
from ..ledger.errors import LedgerError
from ..ledger.registry.players import people_names
from ..ledger.registry.stored_names import shown_name
from ..ledger.store.ids import game_id
from ..projections.places import address_in
from ..projections.replay.game_replay import seat_of_viewer
from .errors import NotAllowed, NotFromHere, NotKnown
from .tokens import ROLES, Role, Token

COOKIE = "domino_token"
GAME_IN_PATH = ("game", "table", "name", "address")
"""How the game that a route is about is called in its path: its name, its id, or a place in it."""
_NOBODY: frozenset[Role] = frozenset()
_EVERYBODY = frozenset(ROLES)


class Right(NamedTuple):
    """Which roles may do something."""

    roles: frozenset[Role]
    """In every game, or where it is about no game."""
    own: frozenset[Role] = _NOBODY
    """In their own games alone."""
    public: bool = False
    """Without a token, too."""


def _roles(*roles: Role) -> frozenset[Role]:
    return frozenset(roles)


PUBLIC = Right(_EVERYBODY, public=True)
"""Things that tell nothing of the book."""
LOOK = Right(_roles("viewer", "scribe", "arbiter", "admin"))
"""To look at the book. A player looks at nothing but their game."""
LOOK_AT_GAME = Right(LOOK.roles, own=_roles("player"))
OPEN_GAME = Right(_roles("scribe", "admin"))
"""To begin a game, which is the scribe's own from then on."""
RECORD = Right(_roles("admin"), own=_roles("scribe"))
"""To write what happens in a game, at any seat."""
SIT = Right(_roles("admin"), own=_roles("scribe", "player"))
"""To act for a seat: a player for their own (`own_seat`)."""
DISPUTE = Right(_roles("arbiter", "admin"), own=_roles("scribe", "player"))
RULE = Right(_roles("arbiter", "admin"))
MANAGE = Right(_roles("admin"))

MAY: Mapping[str, Right] = {
    # The way in, and what every page needs.
    "enter": PUBLIC,
    "enter.with": PUBLIC,
    "leave": PUBLIC,
    "parts": PUBLIC,
    "viewer": PUBLIC,
    "code": PUBLIC,
    "worker": PUBLIC,
    "health": PUBLIC,
    "metrics": MANAGE,
    "api": PUBLIC,
    "api.openapi": PUBLIC,
    # Pages.
    "games": LOOK,
    "game": LOOK_AT_GAME,
    "audit": LOOK_AT_GAME,
    "dossier": LOOK_AT_GAME,
    "explain": LOOK_AT_GAME,
    "evening": LOOK,
    "league": LOOK,
    "players": LOOK,
    "player": LOOK,
    "what-if": LOOK,
    "follow": LOOK_AT_GAME,
    "record": OPEN_GAME,
    "record.begin": OPEN_GAME,
    "record.game": RECORD,
    "record.take": RECORD,
    "play": OPEN_GAME,
    "play.begin": OPEN_GAME,
    "play.links": PUBLIC,  # Who has the link of a seat needs no token: its secret is in the path.
    "play.seat": PUBLIC,
    "play.act": PUBLIC,
    "play.events": PUBLIC,
    # The API, reading.
    "api.games": LOOK,
    "api.game": LOOK_AT_GAME,
    "api.game.state": LOOK_AT_GAME,
    "api.game.events": LOOK_AT_GAME,
    "api.game.record": LOOK_AT_GAME,
    "api.game.replay": LOOK_AT_GAME,
    "api.game.position": LOOK_AT_GAME,
    "api.game.audit": LOOK_AT_GAME,
    "api.game.explain": LOOK_AT_GAME,
    "api.game.explain-move": LOOK_AT_GAME,
    "api.game.verify": LOOK_AT_GAME,
    "api.game.proof": LOOK_AT_GAME,
    "api.game.inclusion": LOOK_AT_GAME,
    "api.game.versions": LOOK_AT_GAME,
    "api.game.disputes": LOOK_AT_GAME,
    "api.game.dispute": LOOK_AT_GAME,
    "api.disputes": LOOK,
    "api.players": LOOK,
    "api.player": LOOK,
    "api.player.statistics": LOOK,
    "api.statistics": LOOK,
    "api.league": LOOK,
    "api.payouts": LOOK,
    "api.what-if": LOOK,
    "api.rules": LOOK,
    "api.rule-set": LOOK,
    "api.export": LOOK,
    "api.log": LOOK,
    # The API, writing.
    "api.game.dispute.open": DISPUTE,
    "api.game.dispute.answer": DISPUTE,
    "api.game.dispute.appeal": DISPUTE,
    "api.game.dispute.withdraw": DISPUTE,
    "api.game.dispute.rule": RULE,
    "api.game.amend": RECORD,
    "api.game.open": OPEN_GAME,
    "api.game.deal": RECORD,
    "api.game.act": SIT,
    "api.game.redeal": SIT,
    "api.game.line": RECORD,
    "api.game.result": RECORD,
    "api.game.correct": RECORD,
    "api.game.undo": RECORD,
    "api.game.abandon": RECORD,
    "api.rules.add": MANAGE,
    "api.import": MANAGE,
}
"""By the name of the route."""


class Visitor(NamedTuple):
    """Who makes a request."""

    role: Role
    token: Token | None = None
    """None: the server is open to everybody on this machine, who may do everything."""

    @property
    def games(self) -> frozenset[UUID]:
        """Their own games."""
        return _NO_GAMES if self.token is None else self.token.games

    @property
    def seat(self) -> int | None:
        """Of a player, their seat in their game."""
        return None if self.token is None else self.token.seat


_NO_GAMES: frozenset[UUID] = frozenset()


def visitor_of(request: Request) -> Visitor:
    """Who makes this request. Raises NotKnown."""
    visitor: Visitor | None = request.state.visitor
    if visitor is None:
        raise NotKnown("token-needed")
    return visitor


async def _visitor_of(request: Request) -> Visitor:
    return visitor_of(request)


VisitorAsked = Annotated[Visitor, Depends(_visitor_of)]


async def admit(request: Request) -> None:
    """Refuse a request that its visitor may not make. A dependency of every route.

    Raises NotKnown and NotAllowed.
    """
    right = MAY.get(request.scope["route"].name)
    if right is not None and right.public:
        return
    visitor = visitor_of(request)
    if right is not None and visitor.role in right.roles:
        return
    own = right is not None and visitor.role in right.own
    if not (own and _is_about(request, visitor.games)):
        raise NotAllowed("role-may-not", role=visitor.role)


def _is_about(request: Request, games: frozenset[UUID]) -> bool:
    """Whether the path names one of these games, by its whole name or id."""
    asked = request.path_params
    name = next((asked[each] for each in GAME_IN_PATH if each in asked), "")
    address = address_in(asked.get("address", ""))
    if address is not None:
        name = address.game
    digits = name.replace("-", "")
    return game_id(name) in games or any(digits == each.hex for each in games)


def own_seat(visitor: Visitor, seat: int) -> None:
    """Raise NotAllowed if the visitor is a player at another seat."""
    if visitor.role == "player" and seat != visitor.seat:
        raise NotAllowed("seat-of-another", seat=seat)


def note_opened(request: Request, visitor: Visitor, game: UUID) -> None:
    """The game is the visitor's own from now on, who has opened it. Raises BadTokens."""
    tokens = request.app.state.settings.tokens
    if visitor.role == "scribe" and visitor.token is not None and game not in visitor.games:
        tokens.opened(visitor.token, game)


def seat_to_see(visitor: Visitor, game: Game, book: Book, asked: str | None) -> int | None:
    """The seat as which the visitor sees this game; None: as a spectator.

    ``asked``: a seat, or a player's name or id. Everybody may see with the eyes of any seat what
    lies open, and a player only with their own. Raises NotAllowed and NotInGame.
    """
    ids, names = game.opened.players, people_names(book)
    players = tuple(shown_name(names, id) for id in ids)
    seat = visitor.seat if asked is None else seat_of_viewer(asked, players, ids)
    if seat is None or visitor.role == "admin" or seat == visitor.seat:
        return seat
    if visitor.role == "player" or hidden_rounds(game):
        raise NotAllowed("seat-of-another", seat=seat)
    return seat


SeatQuery = Annotated[
    str | None,
    Query(alias="as", max_length=500, description="A seat, or a player's name or id"),
]


def still_known(request: Request) -> bool:
    """Whether the token of a request is still in force; for streams, which outlive a look at it."""
    token, tokens = visitor_of(request).token, request.app.state.settings.tokens
    return token is None or token.hash in {each.hash for each in tokens.all()}


class Visitors:
    """Middleware that finds out who makes a request, and refuses what another site sends.

    A program gives its token in the header `Authorization`, a browser in a cookie. Whatever
    browsers send by themselves is looked at twice: `Sec-Fetch-Site`, or `Origin` in older ones,
    must say that a page of this server made the request.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        request.state.visitor, request.state.refused = None, None
        try:
            request.state.visitor = self._checked(request)
        except LedgerError as error:  # Answered where requests are counted.
            request.state.refused = error
        await self._app(scope, receive, send)

    def _checked(self, request: Request) -> Visitor | None:
        """Who it is; raises NotKnown, NotFromHere and BadTokens."""
        headers = request.headers
        if request.app.state.settings.tokens is None:
            _check_host(headers)
        if request.method not in _SAFE and "authorization" not in headers:
            _check_same_site(headers, sure="cookie" in headers)
        return self._visitor(request)

    def _visitor(self, request: Request) -> Visitor | None:
        """Who it is; None: nobody known, who may do what is public."""
        tokens = request.app.state.settings.tokens
        if tokens is None:
            return Visitor("admin")
        given = request.headers.get("authorization")
        if given is not None:
            scheme, _, text = given.partition(" ")
            token = tokens.find(text.strip()) if scheme.lower() == "bearer" else None
            if token is None:
                raise NotKnown("unknown-token-given")
            return Visitor(token.role, token)
        kept = token_in_cookie(request.headers.get("cookie", ""))
        token = tokens.find(kept) if kept else None
        return None if token is None else Visitor(token.role, token)


_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OF_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


def token_in_cookie(cookies: str) -> str | None:
    """The token in a header `Cookie`."""
    try:
        found = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return None if found is None else found.value


def _check_host(headers: Headers) -> None:
    """Raise NotFromHere for a name that another site gave this machine (DNS rebinding)."""
    if urlsplit(f"//{headers.get('host', '')}").hostname not in _OF_THIS_MACHINE:
        raise NotFromHere("host-of-another")


def _check_same_site(headers: Headers, *, sure: bool) -> None:
    """Raise NotFromHere unless a page of this server, or no page, sends the request.

    ``sure``: it must say so. Browsers say it; programs that say nothing send no cookies.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        same = site in {"same-origin", "none"}
    elif origin is not None:
        same = urlsplit(origin).netloc == headers.get("host")
    else:
        same = not sure
    if not same:
        raise NotFromHere("page-of-another")
