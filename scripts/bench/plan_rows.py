"""What the program measures of a plan's runs, unrounded."""
import csv
import shutil
import subprocess

# The program asks the script that stands beside it for its plan, and tells it the rows.
SCRIPT = """import pathlib, sys
here = pathlib.Path(__file__).parent
if sys.argv[1] == "plan":
    print((here / "plan").read_text(), end="")
else:
    (here / "rows.csv").write_text(sys.stdin.read())
"""


def measured(program, folder, cases):
    """A row for each (workload, policy, seed, settings)."""
    script = folder / "scripts/paper/paper.py"
    for path in script, folder / "build/semacredit":
        path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(program, folder / "build/semacredit")
    script.write_text(SCRIPT, encoding="utf-8")
    (script.parent / "plan").write_text("".join(
        f"r{number},,{workload},{policy},,,{seed} subclasses {settings}\n"
        for number, (workload, policy, seed, settings) in enumerate(cases)), encoding="utf-8")
    done = subprocess.run([folder / "build/semacredit", "experiments", "-C", "sim"],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout[-600:]}{done.stderr[-600:]}")
    with open(script.parent / "rows.csv", encoding="utf-8") as table:
        return list(csv.DictReader(table))
