"""People who play in the tests."""

from shanghaien.web.core.ids import PersonId

ADA, BOB, EVE = PersonId("ada"), PersonId("bob"), PersonId("eve")
