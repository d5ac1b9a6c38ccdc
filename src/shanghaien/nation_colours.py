"""The colours of the eight nations: the one palette of the pages, the drawings and the shell (R3)."""

from shanghaien.rules import Nation

NATION_COLOURS = {
    Nation.AMERICAN: "#c22b23",
    Nation.FRENCH: "#3391d3",
    Nation.GERMAN: "#1d3573",
    Nation.CHINESE: "#f2c12e",
    Nation.DUTCH: "#e8801c",
    Nation.TURKISH: "#74389a",
    Nation.SPANISH: "#237a45",
    Nation.ITALIAN: "#727a82",
}
"""Red, light blue, dark blue, yellow, orange, purple, green, grey; the same by day and by night, as on the cards."""

DARK_INK, LIGHT_INK = "#000000", "#ffffff"

BRIGHT = {Nation.FRENCH, Nation.CHINESE, Nation.DUTCH, Nation.ITALIAN}

NATION_INKS = {nation: DARK_INK if nation in BRIGHT else LIGHT_INK for nation in Nation}
"""What can be read on a nation's colour: it holds 4.5 : 1 to it."""
