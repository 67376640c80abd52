"""Files of solved Connect Four positions: making them, and timing solvers on them."""
