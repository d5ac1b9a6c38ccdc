"""The page about oneself: name, devices, taking everything along, and leaving."""
