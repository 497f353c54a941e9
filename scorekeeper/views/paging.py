"""Which page of a long list an address asks for."""

from django.http import HttpRequest

LONGEST_NUMBER = 6


def page_number(request: HttpRequest) -> int:
    """The number in `page`, from 1; the first page where it says none."""
    text = request.GET.get("page", "")
    return max(int(text), 1) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else 1
