"""One folder per page or area: routes, view model, templates and styles together."""
