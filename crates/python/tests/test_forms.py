"""Records, SGF, links and pictures."""

import numpy as np
from conftest import play_out

import hexarium


def test_every_format_preserves_the_game(game):
    state = game.new_initial_state()
    for state in play_out(state):
        pass
    forms = ["record", "json", "link"] + (["sgf", "hexworld"] if game.id in ("hex", "hex(size=5,swap=true)") else [])
    for form in forms:
        text = state.write(form)
        again = hexarium.read(text)
        assert (again.position(), again.history()) == (state.position(), state.history()), form
        assert hexarium.read(text, form).position() == state.position()
        assert hexarium.read(hexarium.convert(text, "record")).position() == state.position()


def test_links_are_those_of_the_app():
    state = hexarium.load("hex(size=5)").new_initial_state()
    state.apply_action_string("c3")
    assert state.write("link").startswith("#1/hex")
    assert ";B[c3]" in state.write("sgf")


def test_pictures_have_the_requested_format(game):
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.svg().startswith("<svg") and state.svg(theme="dark") != state.svg()
    assert "@keyframes" in state.svg(animate=True) and "@keyframes" not in state.svg()
    assert state.png(200)[:8] == b"\x89PNG\r\n\x1a\n"
    pixels = state.rgb(200)
    assert pixels.dtype == np.uint8 and pixels.shape[1:] == (200, 3) and pixels.std() > 5
    assert len(str(state).splitlines()) > 3
