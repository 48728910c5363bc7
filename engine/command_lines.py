"""The lines that train a run elsewhere, in one process, under torchrun, and as a Slurm job; torch-free.

Of what torchrun is given, two dashes part its own options from those of main.py.
"""

import shlex
from collections.abc import Sequence


def python_line(arguments: Sequence[str]) -> str:
    """For a shell in this program's folder. arguments: those after `main.py`."""
    return shlex.join(["python", "main.py", *arguments])


def torchrun_options(processes: int) -> list[str]:
    """What torchrun is given before `main.py`, for so many processes on one machine."""
    return ["--standalone", "--nproc-per-node", str(processes), "--"]


def torchrun_line(arguments: Sequence[str], processes: int) -> str:
    """The same on one machine, in so many processes."""
    return shlex.join(["torchrun", *torchrun_options(processes), "main.py", *arguments])


def slurm_script(arguments: Sequence[str], processes: int) -> str:
    """A job script: so many processes on each host, which all share the folders in the arguments.

    It asks for a GPU a process, and for a stop two minutes before its time is over.
    """
    return f"""\
#!/bin/bash
#SBATCH --nodes=1 --ntasks-per-node=1 --gpus-per-node={processes}
#SBATCH --time=24:00:00 --signal=TERM@120
# For more hosts raise --nodes. To go on in a second job add --resume to the last line.
first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
srun torchrun --nnodes "$SLURM_NNODES" --nproc-per-node {processes} --rdzv-backend c10d \\
    --rdzv-endpoint "$first:29500" --rdzv-id "$SLURM_JOB_ID" -- \\
    main.py {shlex.join(arguments)}
"""
