"""What loads a server and watches it: connections, browsers, programs, processes."""
