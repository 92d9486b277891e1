"""`live-activities serve` as a process, for every test that drives it over HTTP."""
import re, subprocess

# How long something is waited for that comes at once, in seconds: it must hold on a machine that is 20 times as slow.
PATIENCE_S = 300


class ServeProcess:
    """A service with a configuration, in a folder that outlives it. Its log has what all its processes have written to standard error."""

    def __init__(self, folder, settings=""):
        self.folder = folder
        with open(f"{folder}/config.yaml", "w") as file:
            file.write(f"state: .\nport: 0\n{settings}\n")
        self.log = open(f"{folder}/log", "a+")

    def launch(self, program, *arguments, through=()):
        """Starts the process, with another program if `through` names one, and returns when it listens on `port`."""
        self.process = subprocess.Popen(
            [*through, program, "serve", "--config", f"{self.folder}/config.yaml", *arguments],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        assert "Listening on" in line, (line, self.logged())
        self.port = int(re.search(r":(\d+)/", line)[1])

    def logged(self):
        self.log.seek(0)
        return self.log.read()
