"""Configurations of training runs."""

import dataclasses
import sys
from dataclasses import dataclass, field
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KINDS = ("plain", "pooled")


@dataclass
class NetworkConfig:
    """The sizes of the network."""

    channels: int = 32
    hidden: int = 32
    blocks: list[str] = field(default_factory=lambda: ["plain", "pooled", "plain", "pooled"])


@dataclass
class GameConfig:
    """A game to learn, and its share of the work."""

    game: str = ""
    weight: float = 1.0


@dataclass
class SelfPlayConfig:
    """Self-play, see `hexarium.Network.self_play`."""

    games: int = 128
    simulations: int = 16
    considered: int = 8
    value_weight: float = 10.0
    random_actions: int = 4
    solver_budget: int = 0
    adjudicated: float = 0.75


@dataclass
class TrainingConfig:
    """The optimiser and the replay window, in positions."""

    batch: int = 256
    rate: float = 0.002
    decay: float = 0.0001
    average: float = 0.99
    reuse: float = 4.0
    window: int = 100_000
    search_value: float = 0.3


@dataclass
class Config:
    """A training run."""

    folder: Path = Path("run")
    minutes: float = 0.0
    checkpoint_minutes: float = 5.0
    seed: int = 1
    start: str = ""
    network: NetworkConfig = field(default_factory=NetworkConfig)
    self_play: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)
    games: list[GameConfig] = field(default_factory=list)


def read(path):
    """Reads a configuration file. The folder of the run is relative to it."""
    path = Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    config = parse(table)
    config.folder = path.parent / config.folder
    if config.start:
        config.start = str(path.parent / config.start)
    return config


def parse(table):
    """Returns the configuration of a table. `ValueError` names what is wrong."""
    config = _filled(Config, table, "")
    if not config.games:
        raise ValueError("games: expected at least one [[games]] with a game")
    for kind in config.network.blocks:
        if kind not in KINDS:
            raise ValueError(f"network.blocks: unknown kind '{kind}': expected {' or '.join(KINDS)}")
    for name, least in (("self_play.games", 1), ("training.batch", 1), ("training.window", 1)):
        part, key = name.split(".")
        if getattr(getattr(config, part), key) < least:
            raise ValueError(f"{name}: expected {least} or more")
    return config


def _filled(kind, table, prefix):
    fields = {field.name: field for field in dataclasses.fields(kind)}
    values = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        if key not in fields:
            raise ValueError(f"unknown key '{name}': expected {', '.join(fields)}")
        default = getattr(kind(), key)
        if key == "games" and kind is Config:
            if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
                raise ValueError("games: expected [[games]] tables")
            values[key] = [_filled(GameConfig, entry, "games.") for entry in value]
        elif dataclasses.is_dataclass(default):
            if not isinstance(value, dict):
                raise ValueError(f"{name}: expected a table")
            values[key] = _filled(type(default), value, f"{name}.")
        else:
            values[key] = _converted(name, value, default)
    return kind(**values)


def _converted(name, value, default):
    if isinstance(default, float) and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(default, Path) and isinstance(value, str):
        return Path(value)
    if type(value) is type(default):
        return value
    expected = {int: "an integer", float: "a number", str: "a text", list: "a list", Path: "a text"}[
        Path if isinstance(default, Path) else type(default)
    ]
    raise ValueError(f"{name}: expected {expected}, not {value!r}")
