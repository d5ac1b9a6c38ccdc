"""Tables for programs: JSON over HTTP, a stream of events, and a socket."""
