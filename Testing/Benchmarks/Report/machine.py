# SPDX-License-Identifier: BSD-3-Clause
"""The machine that measures, and sizes that fit it."""

import os
import platform
import subprocess

GB = 1e9
# Bytes at the peak of set-up, of a tetrahedron on the device and with its generator on the host, and of an item.
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
    first = output("nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader,nounits").splitlines()[:1]
    if not first:
        return None, 0.0
    name, megabytes = first[0].rsplit(",", 1)
    return name.strip(), float(megabytes) * 1.048576e-3


def has_cuda(folder):
    """Whether the programs in this folder find a CUDA device."""
    probe = [
        os.path.join(folder, "bench_compaction"),
        *"--device cuda --items 1000 --smallest 1000 --repeats 1".split(),
    ]
    try:
        return subprocess.run(probe, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def describe(source, device):
    """What a report tells of the machine; device: cpu or cuda."""
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
    """The count, halved until it takes no more than so many GB."""
    while count * bytes_each > memory * GB:
        count /= 2
    return count


def sizes_for(machine, quick):
    """What the commands of jobs.py have in braces. views: around what is drawn, and in slow jobs some or a few of them."""
    if quick:
        return {
            "size": 48,
            "views": 2,
            "some": 2,
            "few": 2,
            "repeats": 1,
            "reference": 50,
            "tets": 6000,
            "large": 12000,
            "plate": 20,
            "items": 20000,
            "stream": 8192,
            "points": 33,
            "isovalues": 2,
            "scale": 0.0625,
            "triangles": 3000,
            "width": 32,
            "height": 16,
            "scene": 17,
            "moving": "materials",
            "bounces": 3,
            "samples": 1,
            "accuracy": 256,
            "cells": 2000,
        }
    on_gpu, strong = machine["device"] == "cuda", machine["device"] == "cuda" or machine["cores"] >= 16
    device_memory = 0.8 * machine["gpu_memory"] if on_gpu else 0.4 * machine["memory"]
    memory = 0.7 * machine["memory"]

    def tets(count):
        return int(halved(halved(count, HOST_BYTES_A_TET, memory), DEVICE_BYTES_A_TET, device_memory))

    large = tets(41e6 if on_gpu else 10e6 if strong else 1e6)
    return {
        "size": 1024 if strong else 256,
        "views": 72,
        "some": 36,
        "few": 9,
        "repeats": 2 if on_gpu else 1,
        "reference": 200,
        "tets": tets(3.8e6 if strong else 2e5),
        "large": large,
        "plate": int((large / 84) ** 0.5),
        "items": int(halved(2**28 if on_gpu else 2**22, BYTES_AN_ITEM, device_memory)),
        "stream": 2**22 if strong else 2**18,
        "points": 513 if on_gpu else 257 if strong else 65,
        "isovalues": 4,
        "scale": 1 if on_gpu else 0.5 if strong else 0.125,
        "triangles": 1000000 if strong else 200000,
        "width": 1280 if strong else 320,
        "height": 768 if strong else 192,
        "scene": 257 if strong else 65,
        "moving": "knots",
        "bounces": 8,
        "samples": 8 if on_gpu else 1,
        "accuracy": 4096,
        "cells": 200000,
    }
