"""URLs of books in PostgreSQL; does not need psycopg."""

import re
from collections.abc import Mapping
from typing import TypeGuard
from urllib.parse import parse_qsl, urlencode

from ..errors import Unavailable

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
    """The address is a URL, not a file."""
    return isinstance(address, str) and "://" in address


def shown(address: str) -> str:
    """The address for people: of a URL only user, server and database, without password."""
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
    """Raises Unavailable for an invalid URL, or if the environment makes the library unsafe.

    Does not repeat a malformed URL, which may contain a password anywhere.
    """
    if _URL.fullmatch(address) is None:
        scheme = address.partition("://")[0]
        if not scheme.startswith("postgres"):
            raise Unavailable("other-scheme", scheme=scheme, form=FORM)
        raise Unavailable("bad-url", form=FORM)
    if environment.get(UNSAFE, "").strip().lower() not in _FALSE:
        raise Unavailable("unsafe-setting", variable=UNSAFE)
