"""The review of finished games: worked out in a process of its own, kept, and shown step by step."""
