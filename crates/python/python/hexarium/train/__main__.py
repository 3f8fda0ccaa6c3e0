"""Runs a training until it is stopped; started again, it goes on from its last checkpoint."""

import argparse
import json
import os
import sys
import time

# A step is small: more threads than one only wait for each other.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

from . import config as configuration  # noqa: E402


def progress(entry, minutes):
    """Returns a line about a round."""
    loss = "" if entry["policy_loss"] is None else f"  loss {entry['policy_loss']:.3f} + {entry['value_loss']:.3f}"
    return (
        f"{minutes:7.1f} min  round {entry['rounds']}  {entry['game']}  {entry['games']} games"
        f"  {entry['positions']} positions{loss}  {entry['evaluations_per_second']:.0f} evaluations/s"
    )


def train(config, threads):
    """Runs the training of a configuration."""
    from .run import Run

    run = Run(config, threads)
    line_end = "\r" if sys.stdout.isatty() else "\n"
    began = saved = time.monotonic()
    with open(config.folder / "log.jsonl", "a", encoding="utf-8") as log:
        for entry in run.rounds():
            now = time.monotonic()
            over = config.minutes > 0 and now - began >= 60 * config.minutes
            if over or now - saved >= 60 * config.checkpoint_minutes:
                entry |= run.checkpoint()
                saved = now
            log.write(json.dumps(entry) + "\n")
            log.flush()
            print(progress(entry, entry["seconds"] / 60), end=line_end, flush=True)
            if over:
                break


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m hexarium.train", description=__doc__)
    parser.add_argument("config", help="the configuration, a TOML file")
    parser.add_argument("--workers", type=int, default=1, help="threads of self-play (default: 1)")
    arguments = parser.parse_args(arguments)
    try:
        config = configuration.read(arguments.config)
        train(config, arguments.workers)
    except (OSError, ValueError) as error:
        print(f"hexarium.train: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
