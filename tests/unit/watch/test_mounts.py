"""Listing of the file systems that a tree lies on."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.watch.mounts import list_mounts

TABLE = rb"""22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
23 22 0:21 / /proc rw - proc proc rw
40 22 0:50 / /srv rw - tmpfs tmpfs rw
41 40 0:51 / /srv/tree/far rw - fuse.sshfs host: rw
42 40 0:52 / /srv/tree\040two rw - xfs /dev/sdb rw
43 22 0:53 / /srv rw - btrfs /dev/sdc rw
"""


@pytest.mark.parametrize(
    ("root", "types"),
    [
        ("/home/me", [b"ext4"]),
        ("/srv/tree", [b"btrfs", b"fuse.sshfs"]),  # the last of two at one place hides the other
        ("/srv/tree two", [b"xfs"]),
        ("/srv/tree/far/below", [b"fuse.sshfs"]),
    ],
)
def test_a_tree_lies_on_the_nearest_mount_and_on_those_below_it(root: str, types: list[bytes]):
    assert [mount.type for mount in list_mounts(TABLE, Path(root))] == types


def test_without_a_table_nothing_is_known():
    assert list_mounts(b"", Path("/home/me")) == []
