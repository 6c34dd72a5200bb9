# SPDX-License-Identifier: MIT
"""What is installed on this machine, for the checks of the modules."""

import shutil
import subprocess


def printed(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def pkg_config(*arguments):
    return printed("pkg-config", *arguments)


def sanitizer():
    """The library that must be loaded first if a module has AddressSanitizer."""
    return printed("cc", "-print-file-name=libasan.so")


def rpath():
    """Options with which the linker finds the library at run time, too."""
    return f"-Wl,-rpath,{pkg_config('--variable=libdir', 'locus')}"


def missing(programs, modules):
    """The Debian packages of those programs and modules of pkg-config that are not installed.
    Of programs with a space between them, one is enough."""
    def is_module(name):
        return shutil.which("pkg-config") and not subprocess.run(
            ["pkg-config", "--exists", name], check=False).returncode
    return list(dict.fromkeys(
        [package for names, package in programs.items()
         if not any(map(shutil.which, names.split()))]
        + [package for name, package in modules.items() if not is_module(name)]))
