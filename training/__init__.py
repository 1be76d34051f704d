"""Scripts that make what the computer players know. They need numba; musbot itself never imports them."""
