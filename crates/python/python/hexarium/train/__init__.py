"""Training of small networks by self-play: `python -m hexarium.train CONFIG.toml`.

Needs the extra `hexarium[train]`. See `docs/training.md`.
"""
