"""Text from files, made safe for a terminal: characters that would steer it are written as escapes."""

from __future__ import annotations

_STEERING = [*range(0x20), *range(0x7F, 0xA0), 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)]
"""Control characters, line separators, and characters that turn the direction of text."""
_ESCAPES = {code: f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" for code in _STEERING}


def printable(text: str) -> str:
    """Replace each character that would steer the terminal, such as a line break or an escape, by its code."""
    return text if text.isprintable() else text.translate(_ESCAPES)
