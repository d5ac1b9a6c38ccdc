"""The ways by which notices leave the server: push services, mail, and addresses of people's own."""
