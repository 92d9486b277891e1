"""The Debian package's scripts and files, without a build and without root.

    python3 -m unittest discover -s Tests/Release

Programs that would change the system are replaced by stubs, which record how they were called.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Sandbox:
    """A folder with stubs of programs, which come first in PATH."""

    def __init__(self, test):
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        self.path = folder.name
        self.bin = os.path.join(self.path, "bin")
        self.calls = os.path.join(self.path, "calls")
        os.mkdir(self.bin)
        open(self.calls, "w").close()

    def stub(self, *names, body=""):
        """A program that records its call, then runs the lines of `body`."""
        for name in names:
            file = os.path.join(self.bin, name)
            with open(file, "w") as out:
                out.write(f'#!/bin/sh\necho "{name} $*" >>"{self.calls}"\n{body}\n')
            os.chmod(file, 0o755)

    def write(self, name, text):
        file = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w") as out:
            out.write(text)
        return file

    def run(self, *command, **options):
        environment = dict(os.environ, PATH=f"{self.bin}:{os.environ['PATH']}")
        environment.update(options.pop("environment", {}))
        return subprocess.run(command, env=environment, text=True, capture_output=True, **options)

    def recorded(self):
        return read(self.calls).splitlines()


class MaintainerScriptTests(unittest.TestCase):
    def run_script(self, name, *arguments, failing="", timeout='shift; exec "$@"'):
        """Runs a script of the package. `failing` is the command of systemctl that fails, or `*` for all."""
        sandbox = Sandbox(self)
        sandbox.stub("timeout", body=timeout)
        sandbox.stub("getent", "chown", "chmod", "install", "rm")
        sandbox.stub("systemctl", body=f'case $1 in {failing or "none"}) exit 1 ;; esac')
        systemd = os.path.join(sandbox.path, "systemd")
        os.mkdir(systemd)
        script = read(f"{ROOT}/Packaging/debian/{name}").replace("/run/systemd/system", systemd)
        return sandbox, sandbox.run("sh", sandbox.write(name, script), *arguments)

    def test_an_upgrade_restarts_a_running_service(self):
        sandbox, ended = self.run_script("postinst", "configure", "0.1.0")
        self.assertEqual((0, ""), (ended.returncode, ended.stderr))
        self.assertEqual("systemctl try-restart live-activities.service", sandbox.recorded()[-1])

    def test_an_upgrade_ends_although_the_service_does_not_restart(self):
        _, ended = self.run_script("postinst", "configure", "0.1.0", failing="try-restart")
        self.assertEqual(
            (0, "live-activities did not restart: journalctl -u live-activities\n"), (ended.returncode, ended.stderr))

    def test_an_upgrade_does_not_wait_for_a_large_store(self):
        sandbox, ended = self.run_script("postinst", "configure", "0.1.0", timeout="exit 124")
        self.assertEqual(
            (0, "live-activities is still restarting: journalctl -u live-activities\n"), (ended.returncode, ended.stderr))
        self.assertEqual("timeout 120 systemctl try-restart live-activities.service", sandbox.recorded()[-1])

    def test_a_systemd_that_fails_leaves_no_package_half_configured(self):
        unread = "systemd has not read the unit of live-activities: systemctl daemon-reload\n"
        for name, arguments, said in (
            ("postinst", ["configure", ""], unread),
            ("postinst", ["configure", "0.1.0"],
             unread + "live-activities did not restart: journalctl -u live-activities\n"),
            ("prerm", ["remove"], "live-activities was not stopped\n"),
            ("postrm", ["remove"], "systemd still has the unit of live-activities: systemctl daemon-reload\n"),
            ("postrm", ["purge"], "systemd still has the unit of live-activities: systemctl daemon-reload\n"),
        ):
            sandbox, ended = self.run_script(name, *arguments, failing="*")
            self.assertEqual((0, said), (ended.returncode, ended.stderr), name)
            removed = [call for call in sandbox.recorded() if call.startswith("rm ")]
            self.assertEqual(arguments == ["purge"], removed == ["rm -rf /etc/live-activities /var/lib/live-activities"])

    def test_an_installation_starts_nothing(self):
        sandbox, ended = self.run_script("postinst", "configure", "")
        self.assertEqual(0, ended.returncode)
        self.assertEqual(["systemctl daemon-reload"], [call for call in sandbox.recorded() if call.startswith("systemctl")])


HEADER = read(f"{ROOT}/Sources/C/CLiveActivities/include/live_activities.h")
VERSION = ".".join(re.findall(r"^#define LA_VERSION_[MP]\w+ (\d+)", HEADER, re.M))


class Checkout(Sandbox):
    """A copy of what Scripts/release reads, with one commit, and a compiler that builds nothing."""

    def __init__(self, test):
        super().__init__(test)
        for name in ("Scripts", "Packaging", "Tests/Stores", "Sources/C/CLiveActivities/include"):
            shutil.copytree(f"{ROOT}/{name}", os.path.join(self.path, "checkout", name))
        for name in ("LICENSE", "NOTICE", "CHANGELOG.md", ".gitignore"):
            shutil.copy(f"{ROOT}/{name}", os.path.join(self.path, "checkout", name))
        self.write("checkout/Package.resolved", '{"pins": []}')
        self.stub("swift", body="echo Swift version 6.3")
        self.stub("apt-get", "pkg-config", "patchelf", "rsvg-convert")
        self.stub("dpkg-shlibdeps", body="""case $* in
    *linked) echo "shlibs:Depends=libc6 (>= 2.34), libpq5" ;;
    *) echo "shlibs:Depends=libc6 (>= 2.34)" ;;
esac""")
        self.stub("readelf", body='echo " 0x1 (NEEDED) Shared library: [libpq.so.5]"')
        self.stub("strip", body='cp "$3" "$2"')
        self.program = self.write("program", f"""#!/bin/sh
case $1 in
    --version) echo {VERSION} ;;
    --experimental-dump-help) echo '{{"command": {{"commandName": "live-activities", "abstract": "Runs."}}}}' ;;
esac
""")
        os.chmod(self.program, 0o755)
        # These have their own tests.
        for name in ("package-c", "package-python"):
            os.remove(os.path.join(self.path, "checkout/Scripts", name))
        self.script("package-c", 'mkdir -p "$2" && touch "$2/library"')
        self.script("package-python", f'touch "$2/live_activities-{VERSION}-py3-none-linux_$(uname -m).whl"')
        self.git("init", "-q")
        self.commit()

    def script(self, name, body):
        os.chmod(self.write(f"checkout/Scripts/{name}", f"#!/bin/sh\nset -e\n{body}\n"), 0o755)

    def git(self, *arguments):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *arguments], cwd=f"{self.path}/checkout", check=True,
            capture_output=True)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "-q", "-m", "change")

    def release(self, *arguments, out="out"):
        return self.run("checkout/Scripts/release", "--out", out, "--program", "program", *arguments, cwd=self.path)

    def made(self, out="out"):
        return sorted(os.listdir(os.path.join(self.path, out)))


@unittest.skipUnless(shutil.which("dpkg-deb"), "there is no dpkg-deb")
class ReleaseTests(unittest.TestCase):
    def checkout(self, changelog=f"# Changelog\n\n## Unreleased\n\n## {VERSION} - 2026-11-30\n\n- A change.\n"):
        checkout = Checkout(self)
        checkout.write("checkout/CHANGELOG.md", changelog)
        checkout.commit()
        return checkout

    def released(self, checkout, *parts):
        ended = checkout.release(*parts)
        self.assertEqual(0, ended.returncode, ended.stderr)
        sums = subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=f"{checkout.path}/out")
        self.assertEqual(0, sums.returncode)
        return [line.split()[1] for line in read(f"{checkout.path}/out/SHA256SUMS").splitlines()]

    def test_the_package_recommends_the_fonts_and_icons_of_pictures(self):
        checkout = self.checkout()
        [package] = [name for name in self.released(checkout, "program") if name.endswith(".deb")]
        fields = subprocess.run(["dpkg-deb", "--field", f"{checkout.path}/out/{package}", "Recommends", "Suggests"],
            capture_output=True, text=True, check=True).stdout
        fonts = set(re.findall(r"\b(?:fonts-[\w-]+|bootstrap-icons)\b", read(f"{ROOT}/Scripts/setup")))
        self.assertEqual(fonts, set(re.findall(r"\b(?:fonts-[\w-]+|bootstrap-icons)\b", fields)))
        self.assertIn("bootstrap-icons", fields.splitlines()[0])

    def test_an_administrators_files_are_kept_by_an_upgrade(self):
        checkout = self.checkout()
        [package] = [name for name in self.released(checkout, "program") if name.endswith(".deb")]
        subprocess.run(["dpkg-deb", "--raw-extract", f"out/{package}", "raw"], cwd=checkout.path, check=True)
        raw = f"{checkout.path}/raw"
        settings = [f"/{os.path.relpath(os.path.join(folder, name), raw)}" for folder, _, names in os.walk(f"{raw}/etc")
                    for name in names]
        self.assertEqual(sorted(settings), sorted(read(f"{raw}/DEBIAN/conffiles").split()))
        unit = read(f"{raw}/usr/lib/systemd/system/live-activities.service")
        for name in re.findall(r"/etc/(?:live-activities|default)/[\w.-]+", unit):
            self.assertIn(name, settings)

    def test_the_archive_says_how_its_unit_is_installed(self):
        checkout = self.checkout()
        [archive] = [name for name in self.released(checkout, "program") if re.match(r"live-activities-[0-9].*gz$", name)]
        subprocess.run(["tar", "-xf", f"out/{archive}"], cwd=checkout.path, check=True)
        folder = os.path.join(checkout.path, archive.removesuffix(".tar.gz"))
        for name in re.findall(r"share/doc/[\w./-]+", read(f"{folder}/README.md")):
            self.assertTrue(os.path.exists(os.path.join(folder, name)), name)

    def test_parts_are_made_one_after_the_other(self):
        checkout = self.checkout()
        machine = os.uname().machine
        everything = self.released(checkout)
        self.assertEqual(6, len(everything))
        # What a former version has left.
        for name in ("live-activities_0.0.1_amd64.deb", f"live-activities-0.0.1-linux-{machine}.tar.gz"):
            checkout.write(f"out/{name}", "")
        self.assertEqual(everything, self.released(checkout, "program"))
        self.assertEqual(everything, self.released(checkout, "python"))
        self.assertEqual(sorted(everything + ["SHA256SUMS"]), checkout.made())

    def test_a_changelog_without_the_version_is_refused(self):
        for changelog, reason in (
            # More than fits into a pipe.
            ("# Changelog\n\n## Unreleased\n\n" + "- New.\n" * 20_000 + f"\n## {VERSION} - 2026-11-30\n",
             "has changes under 'Unreleased'"),
            (f"# Changelog\n\n## Unreleased\n\n- New.\n\n## {VERSION} - 2026-11-30\n", "has changes under 'Unreleased'"),
            ("# Changelog\n\n## Unreleased\n\n## 0.0.1 - 2026-11-30\n", f"has no '## {VERSION} - DATE'"),
        ):
            checkout = self.checkout(changelog)
            ended = checkout.release("python")
            self.assertEqual(1, ended.returncode)
            self.assertIn(reason, ended.stderr)
            self.assertEqual(0, checkout.release("--allow-changes", "python").returncode)


class ScriptTests(unittest.TestCase):
    def test_arguments_are_relative_to_the_callers_folder(self):
        sandbox = Sandbox(self)
        sandbox.stub("program", body='pwd >>"%s"' % sandbox.calls)
        ended = sandbox.run(f"{ROOT}/Scripts/serve", "--config", "my.yaml", cwd=sandbox.path,
            environment={"LIVE_ACTIVITIES_PROGRAM": "bin/program"})
        self.assertEqual("", ended.stderr)
        self.assertEqual(["program serve --config my.yaml", sandbox.path], sandbox.recorded())

    def test_help_compiles_nothing(self):
        for script in ("serve", "demo", "cluster"):
            sandbox = Sandbox(self)
            sandbox.stub("swift", body="exit 1")
            ended = sandbox.run(f"{ROOT}/Scripts/{script}", "--help")
            self.assertEqual((0, ""), (ended.returncode, ended.stderr))
            self.assertIn(f"Scripts/{script}", ended.stdout)
            self.assertEqual([], sandbox.recorded())

    def test_an_unknown_option_is_refused(self):
        for arguments in (["--prot", "1"], ["8090"], ["--port", "none"], ["--port"]):
            self.assertEqual(1, Sandbox(self).run(f"{ROOT}/Scripts/cluster", *arguments).returncode)

    @unittest.skipUnless(os.uname().sysname == "Linux", "the pgrep of macOS counts nothing")
    def test_only_own_tests_are_found(self):
        """`test_processes` of Scripts/test ends tests that hang. Another checkout's tests must not be among them."""
        function = re.search(r"^test_processes\(\) \{.*?^\}", read(f"{ROOT}/Scripts/test"), re.M | re.S)[0]
        name = f"Some{os.getpid()}PackageTests.xctest"
        sandbox = Sandbox(self)
        sandbox.write("tests", f"exec -a {name} python3 -c 'import time; time.sleep(60)' --testing-library")
        # A child of a child, as below `swift test`. The loop waits until both are the program.
        script = f"""set -euo pipefail
            {function}
            bash -c 'bash tests & echo $! >own; wait' &
            until [ "$(pgrep -cf {name})" = 2 ] && [ -s own ]; do sleep 0.05; done
            test_processes
            kill "$(cat own)" """
        other = subprocess.Popen(["bash", "tests"], cwd=sandbox.path)
        try:
            ended = sandbox.run("bash", sandbox.write("script", script), cwd=sandbox.path, timeout=60)
        finally:
            other.kill()
            other.wait()
        self.assertEqual(read(f"{sandbox.path}/own"), ended.stdout, ended.stderr)


if __name__ == "__main__":
    unittest.main()
