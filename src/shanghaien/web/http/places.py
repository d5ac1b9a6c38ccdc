"""From where a request came, as far as limits and turns have to know it."""

from .limits import network
from .requests import AnyRequest


def place_of(request: AnyRequest) -> str:
    """The address that a request came from; of the newer kind the network, of which everybody has one."""
    return network(request.client.host) if request.client else ""
