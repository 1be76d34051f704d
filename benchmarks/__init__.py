"""Speed measured as ratios: `python -m benchmarks` (or `make bench`). What is measured and why: README.md here."""
