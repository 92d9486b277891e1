"""A process of `live-activities serve`, for all tests that use it over HTTP."""
import re, subprocess

# The timeout in seconds for conditions that are normally met at once. It must suffice on a machine that is 20 times slower.
PATIENCE_S = 300


class ServeProcess:
    """A service with a configuration, in a folder that is kept when it ends. Its log contains the standard error of all its
    processes.
    """

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
