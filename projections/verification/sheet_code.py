"""The hash on a score sheet as a short code for typing, with a check character.

Crockford's base 32 (https://www.crockford.com/base32.html): twenty characters for the first 100
bits of the hash, and one for their number modulo 37. Since 37 is a prime above 32, one wrong
character is always noticed, and so are two neighbours that changed places.
"""

import re

from ...ledger.errors import Mistyped

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CHECKS = f"{_DIGITS}*~$=U"
_LENGTH, _GROUP = 20, 5
_HEX = _LENGTH * 5 // 4
"""The hexadecimal digits of a hash that a code stands for."""
_HASH = re.compile("[0-9a-f]{64}")
_ALIKE = str.maketrans("OIL", "011")
"""Letters that are no digits here, as they are read for one."""


def code_of(hash: str) -> str:
    """The code of a hash: ``2NG0F-0WXQ3-...-7``."""
    number = int(hash[:_HEX], 16)
    digits = "".join(_DIGITS[number >> 5 * at & 31] for at in reversed(range(_LENGTH)))
    groups = [digits[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP)]
    return "-".join([*groups, _CHECKS[number % len(_CHECKS)]])


def hash_begins(typed: str) -> str:
    """The hash that was typed, or what a hash begins with, of a code. Raises Mistyped."""
    whole = typed.strip().lower()
    if _HASH.fullmatch(whole):
        return whole
    code = re.sub(r"[-\s]", "", typed).upper().translate(_ALIKE)
    digits, check = code[:_LENGTH], code[_LENGTH:]
    if len(check) != 1 or not {*digits} <= {*_DIGITS} or check not in _CHECKS:
        raise Mistyped("sheet-code-mistyped", code=typed)
    number = 0
    for digit in digits:
        number = 32 * number + _DIGITS.index(digit)
    if _CHECKS.index(check) != number % len(_CHECKS):
        raise Mistyped("sheet-code-mistyped", code=typed)
    return f"{number:0{_HEX}x}"
