"""What all streams of server-sent events have in common."""

from litestar.response.sse import ServerSentEventMessage

SIGN_OF_LIFE = ServerSentEventMessage(comment="alive", data=None)
"""A line that says nothing, so that neither end takes a silent stream for dead."""
