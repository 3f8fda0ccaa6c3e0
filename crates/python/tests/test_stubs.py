"""The stubs match the compiled module."""

import ast
from pathlib import Path

import hexarium
from hexarium import _core


def members(names):
    return {name for name in names if not name.startswith("_")}


def test_every_name_has_a_stub_and_every_stub_a_name():
    folder = Path(hexarium.__file__).parent
    assert (folder / "py.typed").exists()
    tree = ast.parse((folder / "_core.pyi").read_text())
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    assert functions | set(classes) == members(dir(_core)) == set(hexarium.__all__)
    for name, node in classes.items():
        written = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        assert members(written) == members(dir(getattr(_core, name))), name


def test_signatures_agree_with_their_stubs():
    tree = ast.parse((Path(hexarium.__file__).parent / "_core.pyi").read_text())
    checked = 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for item in node.body:
            if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
                real = getattr(getattr(_core, node.name), item.name)
                signature = getattr(real, "__text_signature__", None)
                if signature is None:
                    continue
                wanted = [argument.arg for argument in item.args.args + item.args.kwonlyargs]
                found = [part.split("=")[0].strip("$ /*") for part in signature.strip("()").split(",")]
                assert [name for name in found if name] == wanted, f"{node.name}.{item.name}{signature}"
                checked += 1
    assert checked > 30
