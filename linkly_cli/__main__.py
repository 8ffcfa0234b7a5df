"""`python -m linkly_cli`: the same program, with the folder it lies in before any other of that name."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from linkly_cli.main import main

sys.exit(main())
