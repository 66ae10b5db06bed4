"""How a book in PostgreSQL is named, also where psycopg is not installed."""

import re
from collections.abc import Mapping
from typing import TypeGuard
from urllib.parse import parse_qsl, urlencode

from ...errors import Unavailable

_URL = re.compile(
    r"postgres(?:ql)?://"
    r"(?:(?P<user>[^:/?#@\s]*)(?::[^:/?#@\s]*)?@)?"
    r"(?P<hosts>[^/?#@\s]*)(?P<database>/[^/?#@\s]*)?(?:\?(?P<settings>[^#\s]*))?"
)
_SHOWN = {"host", "port", "user", "dbname"}
FORM = "postgresql://user@host/database"
UNSAFE = "POSTGRES_ENABLE_DB_FUNCTIONS"
_FALSE = {"", "0", "n", "no", "f", "false", "off"}


def is_url(address: object) -> TypeGuard[str]:
    """Something else than a file is meant."""
    return isinstance(address, str) and "://" in address


def shown(address: str) -> str:
    """The address for people: of a URL only what says which server and database, and as whom."""
    if not is_url(address):
        return address
    found = _URL.fullmatch(address)
    if found is None:
        return f"{address.partition('://')[0]}://..."
    user = f"{found['user']}@" if found["user"] else ""
    settings = [pair for pair in parse_qsl(found["settings"] or "") if pair[0] in _SHOWN]
    which = f"?{urlencode(settings, safe='/,')}" if settings else ""
    return f"postgresql://{user}{found['hosts']}{found['database'] or ''}{which}"


def check(address: str, environment: Mapping[str, str]) -> None:
    """Raises Unavailable where this can be no book, or where its options make the library unsafe.

    What cannot be read as a URL may have a password in any place, so it is not repeated.
    """
    if _URL.fullmatch(address) is None:
        scheme = address.partition("://")[0]
        if not scheme.startswith("postgres"):
            raise Unavailable("other-scheme", scheme=scheme, form=FORM)
        raise Unavailable("bad-url", form=FORM)
    if environment.get(UNSAFE, "").strip().lower() not in _FALSE:
        raise Unavailable("unsafe-setting", variable=UNSAFE)
