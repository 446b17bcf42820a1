"""The notebook of the examples runs from top to bottom."""

from __future__ import annotations

import os
import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("pandas")

import lastknight  # noqa: E402

PACKAGE = pathlib.Path(lastknight.__file__).parent.parent
NOTEBOOK = pathlib.Path(__file__).parents[3] / "examples" / "notebook.ipynb"


@pytest.fixture(scope="module")
def notebook():
    if not NOTEBOOK.exists():
        pytest.skip("the notebook is in the repository, not in the package")
    return nbformat.read(NOTEBOOK, as_version=4)


def test_is_valid_and_without_outputs(notebook):
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)


def test_runs(notebook, monkeypatch):
    path = os.pathsep.join(part for part in (str(PACKAGE), os.environ.get("PYTHONPATH")) if part)
    monkeypatch.setenv("PYTHONPATH", path)
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3")
    done = client.execute(cwd=str(NOTEBOOK.parent))
    shown = [output for cell in done.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html"} <= kinds
    assert not [output for output in shown if output.output_type == "error"]
