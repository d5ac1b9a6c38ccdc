"""Short messages between the processes of one site; what must not be lost lives in the store."""
