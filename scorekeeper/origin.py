"""Where a request comes from, for what is counted by that. It knows requests, never accounts.

The address is that of the connection, or what a trusted proxy says of it (docs/operations.md): the server has settled
that before. A header by itself proves nothing.
"""

import ipaddress

from django.http import HttpRequest

# Whoever has one IPv6 address usually has this whole network, and could come from another address each time.
_OWN_NETWORK = 64


def address_of(request: HttpRequest) -> str:
    """The address by which whoever asks is counted: of IPv6 the network, and the text itself where it is none."""
    text = str(request.META.get("REMOTE_ADDR") or "")
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return text
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address.packed, _OWN_NETWORK), strict=False))
