# SPDX-License-Identifier: BSD-3-Clause
"""Runs jobs in rounds, one after the other in turns, and keeps the right results of each."""

import os
import re
import subprocess
import sys
import tempfile
import time

from .figures import read_lines

BEFORE = "@before"  # at the end of a job's name: of the other build
SKIPPED = 77  # exit status of a job that cannot be measured on this machine
PICTURES = "{pictures}"  # in a command: a folder for pictures


def environment(folder):
    """Returns an environment with the kernels' library where a build has it."""
    libraries = [folder, os.path.join(folder, "..", "lib", "InKRay"), os.path.join(folder, "..", "lib")]
    found = os.pathsep.join(filter(None, [*libraries, os.environ.get("LD_LIBRARY_PATH", "")]))
    return dict(os.environ, LD_LIBRARY_PATH=found)


def program(folder, name):
    """Returns the beginning of a command: a program of the folder, or a script of ../Profiler."""
    if not name.endswith(".py"):
        return [os.path.join(folder, name)]
    return [sys.executable, "-B", os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                               "Profiler", name)]


def message(status, output, errors):
    """Returns why a program that ended so has no figures, in a line."""
    said = [line.strip() for line in errors.splitlines() if line.strip()]
    # What is wrong with a picture stands in capitals among the tables.
    said = said or [line.strip()
                    for line in output.splitlines() if re.search(r"\b(WRONG|DIFFERS?|ANOTHER)\b", line)]
    return f"exit {status}" + (f": {said[-1][:300]}" if said else "")


class Outcome:
    """The outcome of one job: seconds of each round that went well, and a problem or none."""

    def __init__(self, command="", seconds=(), problem=""):
        self.command, self.seconds, self.problem = command, list(seconds), problem

    def as_json(self):
        return {"command": self.command, "seconds": self.seconds, "problem": self.problem}


class Runner:
    """Runs the commands of jobs, {name: words}, for so many rounds. `save` is called after each job, and
    `say` with each line of progress. No job starts after `limit` seconds, and one that runs is ended then. A
    job whose name ends with BEFORE runs the programs of the folder `before`. `keep` is called with a job's
    name and the folder that its {pictures} are in. A job that ends with the status SKIPPED counts as if it
    had not been asked for. Jobs in `once` have one round: what they find does not vary."""

    def __init__(
        self,
        folder,
        commands,
        rounds,
        limit=float("inf"),
        say=print,
        save=lambda: None,
        before=None,
        keep=lambda *_: None,
        once=(),
    ):
        self.folder, self.commands, self.rounds, self.limit = os.path.abspath(folder), commands, rounds, limit
        self.before, self.keep, self.once = before and os.path.abspath(before), keep, once
        self.say, self.save = say, save
        self.outcomes = {name: Outcome() for name in commands}
        self.expected = {}  # seconds that jobs have taken at another time
        self.device = None
        self.interrupted = False

    def run(self, figures):
        """Adds to the figures. What an earlier run has done, as its outcomes tell, is not done again."""
        begin, done = time.monotonic(), 0
        steps = [
            (turn, name)
            for turn in range(self.rounds)
            for name in self.commands
            if len(self.outcomes[name].seconds) <= turn < self.rounds_of(name)
            and not self.outcomes[name].problem
        ]
        try:
            for number, (turn, name) in enumerate(steps):
                left = self.limit - (time.monotonic() - begin)
                if left <= 0:
                    break
                if name not in self.outcomes or self.outcomes[name].problem:
                    continue
                rest = self.estimate([other for _, other in steps[number:]])
                self.say(
                    f"[{number + 1}/{len(steps)}] round {turn + 1} of {self.rounds}, {name}"
                    + (f", about {clock(rest)} left" if rest else "")
                )
                self.step(name, figures, left)
                done += 1
                self.save()
        except KeyboardInterrupt:
            self.interrupted = True
        self.say(f"{done} of {len(steps)} steps in {clock(time.monotonic() - begin)}")

    def rounds_of(self, name):
        return 1 if name.removesuffix(BEFORE) in self.once else self.rounds

    def estimate(self, names):
        """Returns the seconds that these jobs take: as each has taken, now or at another time, otherwise as
        all have in the mean; 0: unknown."""
        known = {
            name: sum(outcome.seconds) / len(outcome.seconds)
            for name, outcome in self.outcomes.items()
            if outcome.seconds
        }
        known = {**self.expected, **known}
        mean = sum(known.values()) / len(known) if known else 0.0
        return sum(known.get(name, mean) for name in names)

    def step(self, name, figures, left):
        outcome, words = self.outcomes[name], self.commands[name]
        outcome.command = " ".join(words)
        folder = self.before if name.endswith(BEFORE) else self.folder
        with tempfile.TemporaryDirectory() as scratch:
            path = os.path.join(scratch, "figures")
            words = [word.replace(PICTURES, scratch) for word in words]
            begin = time.monotonic()
            try:
                done = subprocess.run(
                    [*program(folder, words[0]), *words[1:], "--json", path],
                    env=environment(folder),
                    capture_output=True,
                    text=True,
                    errors="replace",
                    check=False,
                    cwd=scratch,
                    timeout=None if left == float("inf") else left,
                )
            except subprocess.TimeoutExpired:
                return
            except OSError as problem:
                outcome.problem = problem.strerror or str(problem)
                return
            text = ""
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as file:
                    text = file.read()
            if done.returncode == 0:
                self.keep(name, scratch)
        found, device = read_lines(name, text)
        # Some jobs of a GPU's run are the CPU's.
        if device and not (self.device and device.startswith("CPU")):
            self.device = device
        if done.returncode == SKIPPED:
            self.say(f"{name} cannot be measured here: "
                     f"{(done.stderr.strip().splitlines() or ['no reason was told'])[-1]}")
            del self.outcomes[name]
            return
        if done.returncode != 0:
            outcome.problem = message(done.returncode, done.stdout, done.stderr)
        elif not found:
            outcome.problem = "printed no figures"
        if outcome.problem:
            figures.leave_out(name)
            self.say(f"{name}: {outcome.problem}")
            return
        outcome.seconds.append(time.monotonic() - begin)
        for figure in found:
            figures.add(figure)

    def left_out(self):
        """Returns {job: rounds that were not run for want of time}."""
        return {
            name: self.rounds_of(name) - len(outcome.seconds)
            for name, outcome in self.outcomes.items()
            if not outcome.problem and len(outcome.seconds) < self.rounds_of(name)
        }


def clock(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
