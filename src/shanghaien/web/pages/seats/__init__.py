"""Taking a seat: by invitation, or with a private link from another device."""
