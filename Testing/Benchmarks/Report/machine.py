# SPDX-License-Identifier: BSD-3-Clause
"""The machine that measures, and sizes that fit it."""

import os
import platform
import subprocess

GB = 1e9
# Bytes at the peak of set-up: of a tetrahedron on the device, of one with its generator on the host, and of
# an item.
DEVICE_BYTES_A_TET, HOST_BYTES_A_TET, BYTES_AN_ITEM = 130, 260, 24


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def host_memory():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GB


def cores():
    return len(os.sched_getaffinity(0))


def gpu():
    """(name, GB) of the first GPU, or (None, 0)."""
    first = output("nvidia-smi", "--query-gpu=name,memory.total",
                   "--format=csv,noheader,nounits").splitlines()[:1]
    if not first:
        return None, 0.0
    name, megabytes = first[0].rsplit(",", 1)
    return name.strip(), float(megabytes) * 1.048576e-3


def has_cuda(folder):
    """Returns whether the programs in this folder find a CUDA device."""
    probe = [
        os.path.join(folder, "bench_compaction"),
        *"--device cuda --items 1000 --smallest 1000 --repeats 1".split(),
    ]
    try:
        return subprocess.run(probe, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def describe(source, device):
    """Returns what a report tells of the machine; device: cpu or cuda."""
    name, memory = gpu() if device == "cuda" else (None, 0.0)
    commit = output("git", "-C", source, "describe", "--always", "--dirty") or "unknown"
    return {
        "name": platform.node(),
        "processor": processor(),
        "cores": cores(),
        "memory": round(host_memory(), 1),
        "gpu": name,
        "gpu_memory": round(memory, 1),
        "device": device,
        "commit": commit,
    }


def halved(count, bytes_each, memory):
    """Returns the count, halved until it takes no more than so many GB."""
    while count * bytes_each > memory * GB:
        count /= 2
    return count


# fmt: off
# The values of the braces in jobs.py: in a short run, with few cores, with many, with a GPU.
SIZES = {
    "size": (48, 256, 1024, 1024),
    "views": (2, 72, 72, 72),  # around what is drawn; and in slow jobs
    "most": (2, 18, 18, 18),
    "some": (2, 9, 9, 9),
    "few": (2, 9, 9, 9),
    "repeats": (1, 1, 1, 2),
    "reference": (50, 200, 200, 200),
    "tets": (6000, 200000, 3800000, 3800000),
    "large": (12000, 1000000, 10000000, 41000000),
    "items": (20000, 2**22, 2**22, 2**28),
    "stream": (8192, 2**18, 2**22, 2**22),
    "rays": (8192, 2**20, 2**20, 2**20),
    "points": (33, 65, 257, 513),
    "isovalues": (2, 4, 4, 4),
    "scale": (0.0625, 0.125, 0.5, 1),
    "triangles": (3000, 200000, 1000000, 1000000),
    "width": (32, 320, 1280, 1280),
    "height": (16, 192, 768, 768),
    "scene": (17, 65, 257, 257),
    "moving": ("materials", "knots", "knots", "knots"),
    "bounces": (3, 8, 8, 8),
    "samples": (1, 1, 1, 8),
    "accuracy": (256, 4096, 4096, 4096),
    "cells": (2000, 200000, 200000, 200000),
}
# fmt: on
MANY_CORES = 16


def sizes_for(machine, quick):
    """Returns the sizes that fit a machine: those of its kind, with meshes and arrays halved until they fit
    its memory."""
    on_gpu = machine["device"] == "cuda"
    kind = 0 if quick else 3 if on_gpu else 2 if machine["cores"] >= MANY_CORES else 1
    sizes = {name: values[kind] for name, values in SIZES.items()}
    memory = 0.7 * machine["memory"]
    device_memory = 0.8 * machine["gpu_memory"] if on_gpu else 0.4 * machine["memory"]
    for name in ("tets", "large"):
        sizes[name] = int(halved(halved(sizes[name], HOST_BYTES_A_TET, memory), DEVICE_BYTES_A_TET,
                                 device_memory))
    sizes["items"] = int(halved(sizes["items"], BYTES_AN_ITEM, device_memory))
    # Cells of its sides, seven layers of twelve tets.
    sizes["plate"] = max(20, int((sizes["large"] / 84) ** 0.5))
    # Faces of the walls of a mesh of `large` tetrahedra, and of as many tubes in it as make 2 M of them where
    # there are 41 M.
    side = (sizes["large"] / 12) ** (1 / 3)
    sizes["walls"] = int(12 * side**2 + 0.51 * side**3)
    return sizes
