"""The versioned JSON interface for programs; `docs/api.md` describes it for people."""
