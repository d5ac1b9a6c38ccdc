"""How the database came to its present shape, one script per step."""
