"""The web app: its manifest, its service worker, and the page for when there is no network."""
