"""Include rules of C and C++.

An included file is looked for next to the including file, then in folders that act as include paths, nearest first.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence

from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.spec import Project, Target

SYSTEM = frozenset(
    # ISO C
    [
        "assert.h",
        "complex.h",
        "ctype.h",
        "errno.h",
        "fenv.h",
        "float.h",
        "inttypes.h",
        "iso646.h",
        "limits.h",
        "locale.h",
        "math.h",
        "setjmp.h",
        "signal.h",
        "stdalign.h",
        "stdarg.h",
        "stdatomic.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "stdnoreturn.h",
        "string.h",
        "tgmath.h",
        "threads.h",
        "time.h",
        "uchar.h",
        "wchar.h",
        "wctype.h",
        "aio.h",
        "arpa/inet.h",
        "cpio.h",
        "dirent.h",
        "dlfcn.h",
        "fcntl.h",
        "fmtmsg.h",
        "fnmatch.h",
        "ftw.h",
        "glob.h",
        "grp.h",
        "iconv.h",
        "ifaddrs.h",
        "langinfo.h",
        "libgen.h",
        "malloc.h",
        "monetary.h",
        "mqueue.h",
        "ndbm.h",
        "net/if.h",
        "netdb.h",
        "netinet/in.h",
        "netinet/tcp.h",
        "nl_types.h",
        "poll.h",
        "pthread.h",
        "pwd.h",
        "regex.h",
        "sched.h",
        "search.h",
        "semaphore.h",
        "spawn.h",
        "strings.h",
        "stropts.h",
        "sys/epoll.h",
        "sys/event.h",
        "sys/file.h",
        "sys/ioctl.h",
        "sys/ipc.h",
        "sys/mman.h",
        "sys/msg.h",
        "sys/param.h",
        "sys/resource.h",
        "sys/select.h",
        "sys/sem.h",
        "sys/shm.h",
        "sys/socket.h",
        "sys/stat.h",
        "sys/statvfs.h",
        "sys/syscall.h",
        "sys/time.h",
        "sys/times.h",
        "sys/types.h",
        "sys/uio.h",
        "sys/un.h",
        "sys/utsname.h",
        "sys/wait.h",
        "syslog.h",
        "tar.h",
        "termios.h",
        "trace.h",
        "ucontext.h",
        "ulimit.h",
        "unistd.h",
        "utime.h",
        "utmpx.h",
        "wordexp.h",
        "windows.h",
        "winsock2.h",
        "io.h",
        "direct.h",
        "process.h",
        "execinfo.h",
        "features.h",
        "getopt.h",
        "alloca.h",
        "endian.h",
        "byteswap.h",
    ]
)


class IncludeProject(Project):
    """Units of C and C++: every file is its own unit.

    An include makes another file's names visible.
    """

    def __init__(self, files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> None:
        self.files = {f.path for f in files}
        self.by_name: dict[str, list[str]] = {}
        for path in sorted(self.files):
            self.by_name.setdefault(posixpath.basename(path), []).append(path)
        self.memo: dict[tuple[str, str], Target] = {}

    def list_names(self, unit: str) -> tuple[str, ...]:
        return (posixpath.basename(unit),)

    def resolve(self, path: str, module: str, kind: str) -> Target:
        folder = posixpath.dirname(path)
        key = (folder, module)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._resolve(folder, module)
        return found

    def _resolve(self, folder: str, module: str) -> Target:
        angled = module.startswith("<")
        name = module.strip('<>" ')
        if not angled:
            beside = posixpath.normpath(posixpath.join(folder, name))
            if beside in self.files:
                return Target((beside,))
        found = "" if angled and (name in SYSTEM or "." not in name) else self._search(folder, name, angled)
        if found:
            return Target((found,))
        if angled or name in SYSTEM:
            return Target(external=name, package=name.split("/", 1)[0].removesuffix(".h"))
        return Target(external=name, package=name.split("/", 1)[0])

    def _search(self, folder: str, name: str, angled: bool) -> str:
        """Find the file whose path ends with `name`, nearest to the including one.

        For `<…>`, two equally near files count as none.
        """
        parts = [part for part in name.split("/") if part not in (".", "..")]
        tail = "/".join(parts)
        candidates = [
            p for p in self.by_name.get(parts[-1] if parts else "", ()) if p == tail or p.endswith("/" + tail)
        ]
        if not candidates:
            return ""
        ranked = sorted(candidates, key=lambda p: (*self._rank_root(folder, p, tail), p))
        if (
            angled
            and len(ranked) > 1
            and self._rank_root(folder, ranked[0], tail) == self._rank_root(folder, ranked[1], tail)
        ):
            return ""
        return ranked[0]

    def _rank_root(self, folder: str, path: str, tail: str) -> tuple[int, int, int]:
        """Return the sort key of the include root of `path`; plausible roots come first.

        The key has the folders shared with `folder`, a conventional name, and the steps down.
        """
        root = path[: len(path) - len(tail)].rstrip("/")
        mine = folder.split("/") if folder else []
        theirs = root.split("/") if root else []
        shared = 0
        for a, b in zip(mine, theirs, strict=False):
            if a != b:
                break
            shared += 1
        conventional = not theirs or theirs[-1] in ("include", "inc", "src", "lib", "source", "public", "headers")
        return (-shared, 0 if conventional else 1, len(theirs) - shared)


def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> IncludeProject:
    return IncludeProject(files, paths, manifests)
