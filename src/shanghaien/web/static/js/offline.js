// The page that is shown without network: as soon as there is one, what was wanted is loaded.

addEventListener("online", () => location.reload());
