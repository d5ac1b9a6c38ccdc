"""Making an account, signing in, credentials, settings."""
