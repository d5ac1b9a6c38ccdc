"""The system's limit of open files: raised as far as it may be, and told in one line where it is low."""

import json
import subprocess
import sys

PROGRAM = """
import json, logging, resource, sys
from shanghaien.web.run.connections import connections_allowed
logging.basicConfig(format="%(message)s", stream=sys.stderr)
soft, hard, wanted = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
print(json.dumps([connections_allowed(wanted), resource.getrlimit(resource.RLIMIT_NOFILE)[0]]))
"""


def allowed(soft: int, hard: int, wanted: int) -> tuple[int, int, list[str]]:
    """How many connections there is room for, the limit afterwards, and what was said."""
    command = [sys.executable, "-c", PROGRAM, str(soft), str(hard), str(wanted)]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    connections, limit = json.loads(said.stdout)
    return connections, limit, said.stderr.splitlines()


def test_the_limit_is_raised_as_far_as_the_system_allows() -> None:
    assert allowed(200, 1000, 500) == (500, 1000, [])


def test_a_low_limit_leaves_room_for_fewer_connections_and_is_told_in_one_line() -> None:
    connections, limit, said = allowed(200, 300, 1000)
    assert (connections, limit) == (172, 300)
    assert len(said) == 1
    assert "raise it (LimitNOFILE, ulimit -n)" in said[0]
