# SPDX-License-Identifier: MIT
"""PostgreSQL for the tests: a copy that has the extension, and clusters in it."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import time

from loopback import free_port

SOURCE = pathlib.Path(__file__).resolve().parents[1]
PACKAGES = "postgresql-15, postgresql-server-dev-15"


class Missing(Exception):
    """What is needed is not installed."""


def find_pg_config():
    """PG_CONFIG, or that of the newest server with its development files."""
    if os.environ.get("PG_CONFIG"):
        chosen = pathlib.Path(os.environ["PG_CONFIG"])
        if not chosen.exists():
            raise Missing(f"there is no PG_CONFIG={chosen}: install {PACKAGES}")
        return chosen
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/pg_config"),
                   key=lambda path: float(path.parts[-3]))
    if not found:
        raise Missing(f"no PostgreSQL server to test with: install {PACKAGES}")
    return found[-1]


def asked(pg_config, what):
    return subprocess.run([pg_config, "--" + what], check=True, capture_output=True,
                          text=True).stdout.strip()


def user():
    """Whom the server runs as: not root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise Missing("the server does not run as root, and there is no user postgres or nobody")


class Tree:
    """A copy of the server's files in a folder, with the extension built and installed. A
    server finds its files relative to its own, so that nothing is installed anywhere."""

    def __init__(self, folder, quiet=True):
        self.folder = folder
        self.pg_config = find_pg_config()
        self.user = user()
        bin_, lib, share, pgxs = (pathlib.Path(asked(self.pg_config, what))
                                  for what in ("bindir", "pkglibdir", "sharedir", "pgxs"))
        if not (bin_ / "postgres").exists() or not pgxs.exists():
            raise Missing(f"no server and PGXS for {self.pg_config}: install {PACKAGES}")
        self.pg_regress = pgxs.parents[1] / "test/regress/pg_regress"
        self.bin = self.under(bin_)
        shutil.copytree(bin_, self.bin)
        self.link(lib, self.under(lib))
        self.link(share, self.under(share))
        # `make install` writes into these folders, so they are none of the real server's.
        for folder in (share / "extension", lib / "bitcode"):
            if folder.exists():
                self.under(folder).unlink()
                self.link(folder, self.under(folder))
        self.build(quiet)

    def under(self, path):
        return self.folder / "server" / path.relative_to("/")

    @staticmethod
    def link(from_, to):
        to.mkdir(parents=True)
        for entry in from_.iterdir():
            (to / entry.name).symlink_to(entry)

    def build(self, quiet):
        """By the server's own build system, in a copy of the sources."""
        build = self.folder / "build"
        shutil.copytree(SOURCE, build, ignore=shutil.ignore_patterns("*.o", "*.bc", "*.so",
                                                                     "__pycache__"))
        pkg_config = os.environ.get("PKG_CONFIG", "pkg-config")
        if not shutil.which(pkg_config):
            raise Missing(f"there is no {pkg_config}: install pkg-config")
        found = subprocess.run([pkg_config, "--variable=libdir", "locus"], check=False,
                               capture_output=True, text=True)
        if found.returncode:
            raise Missing("pkg-config does not find locus: set PKG_CONFIG_PATH, or install"
                          " liblocus-dev")
        environment = dict(os.environ, LOCUS_RPATH=found.stdout.strip())
        for target in (["all"], ["install", f"DESTDIR={self.folder / 'server'}"]):
            made = subprocess.run(["make", "-s", "-C", build, f"PG_CONFIG={self.pg_config}",
                                   *target], env=environment, check=False, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if made.returncode or not quiet:
                print(made.stdout, end="")
            if made.returncode:
                raise RuntimeError("the extension does not build")
            if "warning:" in made.stdout:
                raise RuntimeError("the extension builds with warnings:\n" + made.stdout)


class Cluster:
    """A server in a data folder of its own, on a Unix socket in that folder."""

    def __init__(self, tree, name, encoding="UTF8", limit=None, **settings):
        self.tree = tree
        # A socket's path has at most 107 bytes.
        self.home = tree.folder / name
        self.data = self.home / "data"
        self.port = free_port()
        self.process = None
        self.limit = limit
        self.home.mkdir(mode=0o700)
        if tree.user:
            os.chown(self.home, tree.user["user"], tree.user["group"])
        self.program("initdb", "-D", self.data, "-E", encoding, "--locale=C", "-U", "locus",
                     "--auth=trust", "--no-sync")
        settings = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
                    "listen_addresses": "127.0.0.1", "port": self.port,
                    "unix_socket_directories": self.home, "max_connections": 40,
                    "shared_buffers": "128MB", "max_wal_size": "4GB", "timezone": "UTC",
                    "log_min_messages": "warning", "restart_after_crash": "off"} | settings
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as conf:
            conf.writelines(f"{key} = '{value}'\n" for key, value in settings.items())
        self.start()

    def program(self, name, *arguments, check=True, **options):
        """Runs a program of the server."""
        done = subprocess.run([self.tree.bin / name, *arguments], check=False, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, cwd="/", **self.tree.user, **options)
        if check and done.returncode:
            raise RuntimeError(f"{name}: {done.stdout}")
        return done.stdout

    def start(self):
        log = open(self.home / "log", "ab")  # pylint: disable=consider-using-with
        command = [str(self.tree.bin / "postgres"), "-D", str(self.data)]
        if self.limit:
            command = ["sh", "-c", f"ulimit -v {self.limit}; exec \"$@\"", "sh", *command]
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
            start_new_session=True, **self.tree.user)
        log.close()
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError("the server does not start:\n" + self.log())
            if "accepting" in self.program("pg_isready", "-h", self.home, "-p",
                                           str(self.port), check=False):
                return
            time.sleep(0.05)
        raise RuntimeError("the server does not accept connections:\n" + self.log())

    def stop(self, how=signal.SIGINT):
        """A fast shutdown."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGQUIT)
                self.process.wait()

    def alive(self):
        return self.process.poll() is None

    def log(self):
        return (self.home / "log").read_text(errors="replace")

    def psql(self, sql, database="postgres", check=True, encoding=None, variables=(),
             timeout=300):
        """The output of statements, unaligned, without headers; or the error message."""
        environment = dict(os.environ, PGOPTIONS="")
        if encoding:
            environment["PGCLIENTENCODING"] = encoding
        command = [self.tree.bin / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                   "-v", "VERBOSITY=verbose", "-h", self.home, "-p", str(self.port), "-U",
                   "locus", "-d", database, "-f", "-"]
        for variable in variables:
            command += ["-v", variable]
        raw = sql if isinstance(sql, bytes) else sql.encode()
        done = subprocess.run(command, input=raw, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=environment, cwd="/",
                              timeout=timeout, **self.tree.user)
        output = done.stdout if isinstance(sql, bytes) else done.stdout.decode(
            errors="replace")
        if check and done.returncode:
            raise RuntimeError(f"psql: {output[:4000]}\n{str(sql)[:400]}")
        return output.rstrip(b"\n" if isinstance(output, bytes) else "\n")
