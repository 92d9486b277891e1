"""Reads the messages of streams from the files of nats-servers, and compares the servers' copies."""
import glob, os, re, struct


def stored(folder):
    """The messages of a stream by position, from the blocks of a server's `store_dir/jetstream/ACCOUNT/streams/NAME`."""
    messages = {}
    for path in glob.glob(f"{folder}/msgs/*.blk"):
        with open(path, "rb") as file:
            block = file.read()
        at = 0
        while at + 22 <= len(block):
            length, position, _, subject = struct.unpack_from("<IQqH", block, at)
            # The highest bit marks a message with headers.
            length &= (1 << 31) - 1
            if length < 22 or at + length > len(block):
                break
            # A checksum of 8 bytes follows.
            messages[position] = block[at + 22 + subject : at + length - 8]
            at += length
    return messages


def differences(disks):
    """The positions at which the copies on these disks differ, for each stream. A copy may lack the newest messages."""
    found = {}
    names = {os.path.basename(path) for disk in disks for path in glob.glob(f"{disk}/jetstream/*/streams/*")}
    for name in sorted(names):
        copies = [stored(path) for disk in disks for path in glob.glob(f"{glob.escape(disk)}/jetstream/*/streams/{name}")]
        positions = sorted(
            position for position in set().union(*copies) if len({copy[position] for copy in copies if position in copy}) > 1)
        if positions:
            found[name] = positions
    return found
