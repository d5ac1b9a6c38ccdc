"""What the server has committed to: the public log of it, receipts for it, and the keys that sign both."""
