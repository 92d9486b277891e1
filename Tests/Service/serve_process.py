"""A process of `live-activities serve`, for all tests that use it over HTTP."""
import os, re, subprocess

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


def compile_clock(folder):
    """Compiles `clock.c`, which gives a process faulty clocks. Returns the path for `LD_PRELOAD`."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
    subprocess.run(["cc", "-std=c11", "-shared", "-fPIC", "-O2", "-o", f"{folder}/clock.so", source, "-ldl"], check=True)
    return f"{folder}/clock.so"
