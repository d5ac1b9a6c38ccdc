"""The processes of a site: how they get ready, listen, are renewed, and end."""
