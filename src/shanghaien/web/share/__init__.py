"""Pictures of games to hand on: drawn as SVG, painted as PNG, and named in the head of the pages they show."""
