"""Replaces both nodes of a server under load, and checks that nothing confirmed is lost.

    python3 deploy/rolling_update.py OLD NEW [--pairs N] [--seconds N]

OLD and NEW are hexarium programs. The same processes as in compose.yaml run on this machine without
containers: PostgreSQL, two nodes, and Caddy with TLS and the Caddyfile of this folder. Pairs of
players make turns through the proxy while one node after the other is stopped and started as NEW.
Every turn that was confirmed has to be in its game, in order, and no turn may take longer than 30
seconds. Needs the Debian packages postgresql and caddy; as root, PostgreSQL runs as its own user.
"""

import argparse
import collections
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).parent
LONGEST = 30


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Postgres:
    """A PostgreSQL server in a folder of its own."""

    def __init__(self, folder):
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin")) or [
            pathlib.Path(shutil.which("initdb") or sys.exit("there is no PostgreSQL: apt-get install postgresql")).parent
        ]
        self.bin, self.data, self.port = found[-1], folder / "data", free_port()
        folder.mkdir()
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        self.run("initdb", "--username=postgres", "--auth=trust", "--no-sync")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        self.run("pg_ctl", "start", "-w", "-o", options, "-l", str(folder / "log"))

    def run(self, program, *words):
        command = [str(self.bin / program), *words, "-D", str(self.data)]
        user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        subprocess.run(user + command, check=True, cwd="/", stdout=subprocess.DEVNULL)

    def stop(self):
        self.run("pg_ctl", "stop", "-m", "fast", "-w")


class Node:
    """A node of the server, always at the same address."""

    def __init__(self, database):
        self.port, self.database, self.process = free_port(), database, None

    def start(self, program):
        words = [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--behind-proxy", "--unlimited", "--engines", "0"]
        environment = os.environ | {"HEXARIUM_DB": self.database}
        self.process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.is_healthy, f"the node on port {self.port}")

    def is_healthy(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        assert code == 0, f"a node ended with {code}"


def wait_for(condition, what, seconds=90):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.2)
    sys.exit(f"{what} is not ready after {seconds} s")


class Rejected(Exception):
    """An answer of the server that is no success and no reason to try again."""


class Client:
    """A guest who repeats every request until the server answers it."""

    def __init__(self, name, port, context):
        self.port, self.context, self.cookie, self.connection = port, context, "", None
        self.post("/api/v2/guest", {"name": name})

    def post(self, path, body):
        return self.request("POST", path, json.dumps(body))

    def request(self, method, path, body=None):
        deadline = time.monotonic() + 120
        while True:
            try:
                return self.attempt(method, path, body)
            except (OSError, http.client.HTTPException) as problem:
                self.connection = None
                if time.monotonic() > deadline:
                    raise Rejected(f"{path}: stuck: {problem}") from problem
                time.sleep(0.1)

    def attempt(self, method, path, body):
        if self.connection is None:
            self.connection = http.client.HTTPSConnection("localhost", self.port, timeout=10, context=self.context)
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        content = response.read()
        if response.status >= 500:
            raise http.client.HTTPException(f"status {response.status}")
        if response.status >= 300:
            raise Rejected(content.decode())
        for cookie in response.headers.get_all("Set-Cookie") or []:
            self.cookie = cookie.split(";")[0]
        return json.loads(content)


class Load:
    """The pairs of players, and all turns that were confirmed to them."""

    def __init__(self, port, context):
        self.port, self.context, self.is_over = port, context, False
        self.confirmed, self.waits, self.problems = collections.defaultdict(list), [], []

    def play(self, number):
        try:
            players = [Client(f"Player {number} {side}", self.port, self.context) for side in "ab"]
            chooser = random.Random(number)
            while not self.is_over:
                self.play_game(players, chooser)
        except Exception as problem:  # noqa: BLE001, reported at the end
            self.problems.append(f"pair {number}: {problem!r}")

    def play_game(self, players, chooser):
        options = {"game": "hex(size=5,swap=false)", "host_side": "first", "listed": True}
        game = players[0].post("/api/v2/games", options)["id"]
        path = f"/api/v2/games/{game}/commands"
        players[1].post(path, {"key": "join", "command": "join"})
        cells = [f"{row}{column}" for row in "abcde" for column in range(1, 6)]
        chooser.shuffle(cells)
        for number, cell in enumerate(cells):
            if self.is_over:
                return
            start = time.monotonic()
            try:
                turn = {"number": number, "actions": [cell]}
                players[number % 2].post(path, {"key": f"turn-{number}", "command": {"turn": turn}})
            except Rejected as answer:
                if "over" in str(answer) or "finished" in str(answer):
                    return
                raise
            self.waits.append(time.monotonic() - start)
            self.confirmed[game].append(cell)
            time.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10, help="seconds between two changes")
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hexarium-rolling-"))
    folder.chmod(0o755)
    processes = []
    postgres = Postgres(folder / "postgres")
    try:
        database = f"postgres://postgres:none@127.0.0.1:{postgres.port}/postgres"
        nodes = [Node(database), Node(database)]
        processes += nodes
        for node in nodes:
            node.start(arguments.old)
        port = free_port()
        environment = os.environ | {
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "HEXARIUM_HOST": f"https://localhost:{port}",
            "HEXARIUM_NODES": " ".join(f"127.0.0.1:{node.port}" for node in nodes),
        }
        configuration = folder / "Caddyfile"
        globals_ = "{\n    admin off\n    skip_install_trust\n    auto_https disable_redirects\n}\n"
        configuration.write_text(globals_ + (HERE / "Caddyfile").read_text())
        words = ["caddy", "run", "--config", str(configuration), "--adapter", "caddyfile"]
        caddy = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=(folder / "log").open("w"))
        authority = folder / "caddy/pki/authorities/local/root.crt"
        wait_for(authority.exists, "the certificate of Caddy")
        context = ssl.create_default_context(cafile=str(authority))
        wait_for(lambda: Client("Probe", port, context), "the proxy")
        load = Load(port, context)
        threads = [threading.Thread(target=load.play, args=(number,)) for number in range(arguments.pairs)]
        for thread in threads:
            thread.start()
        for node in nodes:
            time.sleep(arguments.seconds)
            print(f"{len(load.waits)} turns; stopping the node on port {node.port}", flush=True)
            node.stop()
            node.start(arguments.new)
            print(f"{len(load.waits)} turns; it runs the new program", flush=True)
        time.sleep(arguments.seconds)
        load.is_over = True
        for thread in threads:
            thread.join(150)
        problems = load.problems + [f"{thread.name} is stuck" for thread in threads if thread.is_alive()]
        problems += missing_turns(load, Client("Auditor", port, context))
        caddy.terminate()
        caddy.wait()
    finally:
        for node in processes:
            if node.process and node.process.poll() is None:
                node.process.terminate()
                node.process.wait()
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)
    turns = sum(len(cells) for cells in load.confirmed.values())
    waits = sorted(load.waits)
    slowest = waits[-1] if waits else 0
    if slowest > LONGEST:
        problems.append(f"a turn took {slowest:.1f} s")
    print(f"{turns} turns confirmed in {len(load.confirmed)} games; median {waits[len(waits) // 2]:.3f} s, slowest {slowest:.3f} s")
    sys.exit("\n".join(problems) if problems else None)


def missing_turns(load, client):
    """Compares the confirmed turns with those of the server."""
    problems = []
    for game, cells in load.confirmed.items():
        events = client.request("GET", f"/api/v2/games/{game}/events?since=0")
        text = json.dumps(events)
        entries = events if isinstance(events, list) else events.get("entries", events.get("events", []))
        stored = [action for entry in entries for action in actions_of(entry)]
        # The last turn may have been stored and not confirmed when the load ended.
        if stored[: len(cells)] != cells:
            problems.append(f"game {game}: confirmed {cells}, stored {stored or text[:300]}")
    return problems


def actions_of(entry):
    event = entry.get("event", entry)
    return event["turn"]["actions"] if isinstance(event, dict) and "turn" in event else []


if __name__ == "__main__":
    main()
