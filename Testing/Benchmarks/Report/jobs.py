# SPDX-License-Identifier: BSD-3-Clause
"""What inkray-bench measures, as data: jobs with their commands, the figures that belong to each row of
Documentation/Papers.md, and the papers' tables and figures. Numbers in braces are those of
machine.sizes_for."""

from collections import namedtuple

TETS = "bench_tets --size {size} --views {views} --repeats {repeats} --reference {reference}"
LABORATORY = ("bench_laboratory --tets {tets} --size {size} --views {most} --repeats {repeats} --reference "
              "{reference}")
# Table 2 on its larger meshes, of which the last is graded as a flow solver's, and full of walls.
CROWDED = "--tets {large} --shape convex --grading 20 --boundary-faces {walls}"
COMPARED = ("bench_laboratory --size {size} --views 2 --repeats 1 --reference {few} --system "
            "ours-tile,ours-pixel,edge-functions --lists device,arrays")
ON_CPU = "bench_laboratory --device cpu --size {size} --views 1 --repeats 1 --reference {few} --system"
HAVS = "bench_havs --size {size} --repeats {repeats} --reference {reference}"
GATE = ("bench_isosurface --gate --points {points} --size {size} --views {views} --repeats {repeats} "
        "--reference {reference}")
PATHS = ("bench_path_tracer --points {scene} --width {width} --height {height} --samples {samples} --repeats "
         "{repeats}")
SCENES = "--scenes gyroid,blobs,knots,room,cave,materials"

# Programs end with an error where a picture or a result is wrong: where it is not what the reference in
# double precision gives, or what a method gives that the reference checks. Known errors of comparators are
# figures of their own.
JOBS = {
    "tets": f"{TETS} --tets {{tets}} --order lattice,random",
    "tets-stopped": f"{TETS} --tets {{tets}} --tf opaque --early 0.001",
    "tets-vdfi": f"{TETS} --tets {{tets}} --face-test vdfi",
    "tets-sort": f"{TETS} --tets {{tets}} --tf opaque --lists sort",
    "tets-large": f"{TETS} --tets {{large}}",
    "tets-plate": f"{TETS} --tets {{large}} --plate {{plate}} --tf translucent",
    "tets-holes": f"{TETS} --tets {{large}} --shape convex --holes 0.05 --tf translucent",
    "tets-crowded": f"{TETS} {CROWDED} --tf translucent",
    "adjacency": "bench_topology --tets {tets} --order lattice --repeats {repeats}",
    "lists": "bench_lists --tets {tets} --size {size} --views {few} --repeats {repeats}",
    "lists-plate": "bench_lists --tets {large} --plate {plate} --size {size} --views {few} --repeats "
                   "{repeats}",
    "laboratory": f"{LABORATORY} --precision double,single "
    "--system ours-tile,ours-pixel,full-vdfi,gbunyk-buffer,visible-faces,edge-functions --pictures "
    "{{pictures}}",
    "laboratory-tiles": f"{LABORATORY} --system ours-tile,edge-functions --tiles 8x4,8x8,16x8,16x16,32x16",
    "laboratory-slots": f"{LABORATORY} --system ours-tile,gbunyk-buffer,visible-faces --slots 4,16,64,256 "
                        f"--views {{some}}",
    "laboratory-searched": f"{LABORATORY} --system gbunyk-buffer --searched 1 --views {{some}}",
    "laboratory-lists": f"{LABORATORY} --system ours-tile --precision single --lists device,arrays,linked "
                        f"--views {{some}}",
    "laboratory-large": f"{COMPARED} --tets {{large}}",
    "laboratory-crowded": f"{COMPARED} {CROWDED}",
    "laboratory-cpu": f"{ON_CPU} bunyk-parallel,vf-parallel --tets {{tets}}",
    "laboratory-cpu-large": f"{ON_CPU} bunyk-parallel,vf-parallel --tets {{large}}",
    "laboratory-cpu-crowded": f"{ON_CPU} bunyk-parallel,vf-parallel {CROWDED}",
    "laboratory-one-core": f"{ON_CPU} bunyk-parallel --tets {{tets}} --threads 1",
    "laboratory-one-core-large": f"{ON_CPU} bunyk-parallel --tets {{large}} --threads 1",
    "laboratory-one-core-crowded": f"{ON_CPU} bunyk-parallel {CROWDED} --threads 1",
    "havs": f"{HAVS} --tets {{tets}} --views {{views}} --pictures {{{{pictures}}}}",
    "havs-large": f"{HAVS} --tets {{large}} --views 2",
    "havs-crowded": f"{HAVS} {CROWDED} --views 2",
    "isosurface": f"{GATE} --volumes sphere,gyroid,vessels --columns single,kdjump,ink,ink-lookback,collate",
    "isosurface-smooth": f"{GATE} --volumes sphere,gyroid --columns single --normals smooth",
    "steps": f"{GATE} --volumes vessels --columns single,steps,leaves --step 1,0.5,0.25",
    "table1": "bench_isosurface --table1 --scale {scale} --size {size} --views {some} --repeats {repeats} "
              "--max-isovalues {isovalues} "
    "--stages --pictures {{pictures}}",
    "select": "bench_compaction --select --items {items} --smallest {items} --repeats {repeats}",
    "rays": "bench_compaction --rays --items {rays} --repeats {repeats}",
    "extract": "bench_compaction --extract --items {stream} --repeats {repeats}",
    "density": "bench_compaction --density --items {stream} --repeats {repeats}",
    "passes": "bench_compaction --passes --items {stream} --repeats {repeats}",
    "paths": f"{PATHS} {SCENES} --bounces 2,{{bounces}} --pictures {{{{pictures}}}}",
    "paths-paint": f"{PATHS} --scenes paint --bounces {{bounces}}",
    "paths-sizes": f"{PATHS} --scenes gyroid,room --bounces {{bounces}} --paths-per-thread",
    "paths-dearer": f"{PATHS} --scenes gyroid,room --bounces {{bounces}} --dearer",
    "paths-moving": f"{PATHS} --scenes {{moving}} --bounces 2 --moving 5",
    "paths-accuracy": "bench_path_tracer --accuracy {accuracy} --reference {cells}",
    "points": "bench_points",
    "trees": "bench_kdtree --triangles {triangles} --size {size} --repeats {repeats}",
    "trees-paper": "bench_kdtree --policies paper --triangles {triangles} --size {size} --repeats {repeats}",
    "tree-traversals": "bench_kdtree --traversals --triangles {triangles} --size {size} --repeats {repeats}",
    "tree-pieces": "bench_kdtree --pieces --triangles {triangles} --repeats {repeats}",
}

# Table 1 of files: legacy .vtk, NAME_XxYxZ_TYPE.raw, or .vti.
VOLUMES = JOBS["table1"].replace("--scale {scale}", "--volumes {files}")

# Scripts of ../Profiler, for a GPU: they look at the programs' machine code, and at the GPU's counters while
# they run.
SCRIPTS = {"registers": "kernel_registers.py", "limits": "kernel_limits.py"}

# Figures of a job that a row shows: of this kind, and of what (one value or several); all where nothing is
# said.
Shown = namedtuple("Shown", "job what of")
# Why a row has no figure here, in a word: what measures it elsewhere, or that there is nothing to time.
PARAVIEW, PROFILER, UNTIMED = "ParaView", "profiler", "untimed"


def shown(job, what, **of):
    return Shown(job, what, of)


# Rows for which a CPU measures nothing.
GPU_ONLY = ("H19", "J15")
ROWS = {
    "G1": [shown("tets-sort", "lists")],
    "G2": [shown("tets", "lists", order="lattice"), shown("tets-plate", "lists"),
           shown("tets-holes", "lists")],
    "G3": [shown("lists", "arrays, more than linked lists"),
           shown("lists-plate", "arrays, more than linked lists")],
    "G4": [shown("laboratory-lists", "frame")],
    "G5": [shown("laboratory", "cast", system="ours-tile"), shown("tets-vdfi", "cast"),
           shown("tets-vdfi", "rays cast again")],
    "G6": [shown("laboratory", "frame", system="ours-pixel")],
    "G7": [shown("laboratory-tiles", "cast", system="ours-tile")],
    "G8": [shown("laboratory", "VDFI", system="full-vdfi"), shown("laboratory", "frame", system="full-vdfi")],
    "G9": [shown("laboratory-slots", "frame", system="gbunyk-buffer")],
    "G10": PARAVIEW,
    "G11": [shown("laboratory", "frame", system="full-vdfi", precision="double")],
    "G12": [shown("laboratory", "frame", system="visible-faces"),
            shown("laboratory", "off by more than 1/255", system="visible-faces")],
    "G13": [shown("laboratory-slots", "frame", system="visible-faces"),
            shown("laboratory-slots", "off by more than 1/255", system="visible-faces", detail="64 slots")],
    "G14": [shown(job, "frame", method="HAVS 6", detail="1")
            for job in ("havs", "havs-large", "havs-crowded")],
    "G15": [shown("laboratory", "frame", system="gbunyk-buffer"),
            shown("laboratory", "found in buffers", system="gbunyk-buffer"),
            shown("laboratory-searched", "frame")],
    "G16": PARAVIEW,
    "G17": [shown("tets-stopped", "cast")],
    "G18": [shown("tets", "maximum error", order="lattice")],
    "G20": [shown("tets", "memory", order="lattice", tf="translucent"),
            shown("tets-large", "memory", tf="translucent"),
            shown("tets-plate", "memory")],
    "G21": [shown("laboratory", "frame", precision="double"),
            *(shown(f"laboratory-{kind}", "frame")
              for kind in ("large", "crowded", "one-core", "one-core-large", "one-core-crowded", "cpu",
                           "cpu-large", "cpu-crowded"))],
    "G22": [shown("laboratory-tiles", "cast")],
    "G23": PROFILER,
    "G24": [shown("laboratory-slots", "cast"), shown("laboratory-one-core", "cast"),
            shown("laboratory", "cast", system=("ours-tile", "ours-pixel", "full-vdfi"), precision="double")],
    "G25": [shown("havs", "RMSE", method="HAVS 6", detail="1"),
            shown("havs", "maximum error", method="HAVS 6", detail="1")],
    "G26": [shown("tets-large", "memory", tf="translucent")],
    "G27": [shown(job, what) for job in ("tets-crowded", "tets-holes")
            for what in ("boundary faces", "lists", "cast")],
    "H1": [shown("rays", "compaction", method="no compaction")],
    "H2": [shown("rays", "compaction", method="InKCompact 256 x 4")],
    "H3": [shown("select", "compaction", method="InKCompact")],
    "H4": [shown("select", "compaction", method=("InKCollate", "CubCompact"))],
    "H5": [shown("select", "compaction", method="OfKCompact")],
    "H6": [shown("select", "compaction", method=("ThrustCompact", "ChagCompact"))],
    "H7": [shown("passes", "compaction",
                 method=("CUDPP's scan and scatter", "private arrays", "HistoPyramid"))],
    "H8": [shown("isosurface", "bricks"), shown("isosurface", "bricks, memory a point", volume="vessels"),
           shown("steps", "bricks and tree", column=("Single-Kernel", "Steps of 1 voxels, leaves alone"))],
    "H9": [shown("isosurface", "flags and tree", column="Single-Kernel")],
    "H10": [shown("isosurface", "rays", volume=("sphere", "gyroid"))],
    "H11": [shown("steps", "rays"), shown("steps", "surfaces missed")],
    "H12": [shown("isosurface", "rays", column="Single-Kernel")],
    "H13": [shown("isosurface", "rays", column="Kd-Jump")],
    "H14": [shown("isosurface", "rounds", volume="vessels")],
    "H15": [shown("table1", "frames", volume="vessels", loop="host")],
    "H16": [shown("table1", "frames", volume="head", loop="host")],
    "H17": [shown("table1", "frames at an isovalue", volume="head", column=("InK-Compact", "Single-Kernel"),
                  loop=("host", ""))],
    "H18": [shown("table1", "frames", column=("InK-Compact", "InK-Compact, look-back", "InK-Collate",
                                              "Single-Kernel"), loop="device")],
    "H19": [shown("registers", "registers", stage=("GenerateRays", "ShadeHits"))],
    "H21": [shown("extract", "compaction")],
    "H22": [shown("paths", "to naive", kernel="in-place")],
    "H23": UNTIMED,
    "J1": [shown("passes", "compaction", measurement="sums", method="RecursiveDoubling")],
    "J2": [shown("passes", "compaction", measurement="sums", method="BalancedTree")],
    "J3": [shown("passes", "compaction", measurement="sums", method="Hybrid")],
    "J4": [shown("passes", "compaction", measurement="stages", method="sum over blocks")],
    "J5": [shown("select", "compaction", method="ChagCompact"),
           shown("passes", "compaction", measurement="streams", block="256")],
    "J6": [shown("passes", "compaction", method="bitonic sort")],
    "J7": [shown("select", "compaction", method="HornCompact")],
    "J8": [shown("select", "compaction", method="JumpingJack")],
    "J9": [shown("passes", "compaction", method="JumpingJack, no blocks")],
    "J10": [shown("passes", "compaction", measurement="stages", block="2048")],
    "J12": [shown("passes", "compaction", measurement="sums", block="2048")],
    "J13": [shown("passes", "compaction", measurement="stages", method="concatenation")],
    "J14": [shown("density", "compaction", measurement="density", kept="0.5")],
    "J15": [shown("density", "compaction", measurement="density-within", kept="0.5")],
    "J16": [shown("select", "compaction", method="InKCompactLookBack"),
            shown("density", "compaction", measurement="density-within", method="the block's choice",
                  kept="0.5")],
    "J17": [shown("density", "compaction", method="JumpingJackInPlace", kept="0.5")],
    "W1": [shown("paths", "frames", kernel="naive", bounces="{bounces}")],
    "W2": [shown("paths", "to naive", kernel="whole-frame", bounces="{bounces}")],
    "W3": [shown("paths", "to naive", kernel="tiled-global", bounces="{bounces}")],
    "W4": [shown("paths", "to naive", kernel="tiled-shared", bounces="{bounces}")],
    "W5": [shown("paths", "state of a path")],
    "W6": [shown("paths", "frames", scene="materials", kernel="naive")],
    "W7": [shown("paths-paint", "frames", kernel=("naive", "whole-frame", "auto"))],
    "W8": [shown("points", "error of means", integrand="two bounces", samples="256")],
    "W9": [shown("paths-accuracy", "off double precision")],
    "W10": [shown("trees", f"rays by {what}") for what in ("the BVH", "the kd-tree")]
    + [shown("paths", "to naive", kernel="host-bvh", bounces="{bounces}")],
    "W11": [shown("tree-traversals", "rays by turns")],
    "W12": [shown("paths", "frames", kernel="auto", bounces="{bounces}")],
    "W13": [shown("paths-sizes", "frames", scene="gyroid")],
    "W14": [shown("paths", "to naive", kernel="whole-frame")],
    "W15": [shown("paths", "warps saved so far", scene="knots"),
            shown("paths", "a thousand warps, naive", scene="knots")],
    "W16": [shown("paths", "share of compaction")],
    "W17": [shown("paths", "storing and loading paths")],
    "W18": [shown("paths-dearer", "gain of compaction")],
    "W19": [shown("paths", "to naive", kernel="whole-frame", scene=("gyroid", "room", "cave", "materials"),
                  bounces="{bounces}")],
    "W20": [shown("paths", "to naive", kernel=("regenerate", "queued"), scene=("gyroid", "room"),
                  bounces="{bounces}")],
    "W21": [shown("paths", "to naive", kernel="regen-compact", bounces="{bounces}")],
    "W22": [shown("paths", "to naive", kernel=("sort-direction", "sort-origin"), scene=("gyroid", "room"),
                  bounces="{bounces}")],
    "W23": UNTIMED,
    "K1": [shown("trees", "tree", method="primitives")],
    "K2": [shown("trees", "tree", method="atomics")],
    "K3": [shown("trees-paper", "large nodes", method="atomics")],
    "K4": [shown("trees-paper", "small nodes", method="atomics")],
    "K5": [shown("tree-pieces", "piece")],
    "K6": [shown("tree-pieces", "piece")],
    "K7": [shown("paths-moving", "trees"), shown("paths-moving", "rays"), shown("paths-moving", "frame")],
    "K8": [shown("trees", "tree")],
}


class Exhibit(namedtuple("Exhibit", "paper title jobs whats rows columns where chart split theirs "
                                    "note over")):
    """A table or figure of a paper. A figure's fields are "job", "what" and those of what it is: `rows` and
    `columns` name those whose values make the rows and the columns, `where` those that are wanted, and
    `split` one that makes an exhibit of each value. `theirs`: {value of the first of rows: row of Papers.md
    with the paper's figure}. `over`: fields of the figure in each column whose time over that of another is
    shown, as a speed-up."""

    def fields(self, figure):
        return {"job": figure.job, "what": figure.what, "mesh": mesh_of(figure.job),
                "by": processor_of(figure.job), **figure.of}


def mesh_of(job):
    """Returns the kind of mesh of table 2."""
    return next((kind for kind in ("large", "crowded") if job.endswith("-" + kind)), "small")


def processor_of(job):
    """Returns who computes, where that is not the device."""
    return "one core" if "-one-core" in job else "the processor" if "-cpu" in job else ""


# Lines over the columns' numbers, which `scale` converts, a line for each row; or bars in groups of rows.
Lines = namedtuple("Lines", "x y logarithmic scale")
Bars = namedtuple("Bars", "y")


def exhibit(paper, title, jobs, whats, rows, columns, where=None, chart=None, split=None, theirs=None,
            note="", over=None):
    return Exhibit(paper, title, jobs.split(), whats.split(";"), rows.split(), columns, where or {}, chart,
                   split, theirs or {}, note, over)


def lines(x, y, logarithmic=False, scale=float):
    return Lines(x, y, logarithmic, scale)


def invalid(kept):
    return 100 * (1 - float(kept))


GU, INK, JACK, WALD = "Gu and Kim", "InK-Compact", "Jumping Jack", "Active thread compaction"
TREE = "Kd-tree construction"
SYSTEMS_OF_TABLE_2 = " ".join(f"laboratory{by}{mesh}" for by in ("", "-one-core", "-cpu")
                              for mesh in ("", "-large", "-crowded"))
EXHIBITS = [
    exhibit(GU, "Table 1. The meshes", "tets tets-large tets-crowded tets-plate tets-holes",
            "vertices;faces;tets;boundary faces;memory", "job", "what",
            {"order": "lattice", "tf": "translucent"}),
    exhibit(GU, "Table 2. The systems, a frame", "laboratory", "frame", "system", "precision",
            chart=Bars("ms"),
            theirs={"ours-tile": "G4", "ours-pixel": "G6", "full-vdfi": "G8", "gbunyk-buffer": "G9",
                    "visible-faces": "G12"},
            note="Each picture has been compared with that of double precision. Rays of edge functions are "
                 "the product's."),
    exhibit(GU, "Figure 7. Casting, to Bunyk on one core", SYSTEMS_OF_TABLE_2, "cast",
            "system precision detail by", "mesh",
            {"lists": ("device", "none")}, Bars("times as fast"), over={"by": "one core"}),
    exhibit(GU, "Table 2. The systems on three kinds of meshes, a frame", f"{SYSTEMS_OF_TABLE_2} havs "
            f"havs-large havs-crowded", "frame", "system method precision detail lists by",
            "mesh", {"tf": (None, "translucent")},
            note="About 3.8 M tetrahedra, 41 M, and 41 M that crowd at the walls, of which there are many; "
                 "fewer where there is less memory."),
    exhibit(GU, "Stages of a frame of each system", "laboratory", "project;VDFI;lists;transfer;cast;present",
            "system precision", "what"),
    exhibit(GU, "Known errors of the systems", "laboratory",
            "off by more than 1/255;holes;maximum error;found in buffers", "system precision",
            "what", note="Shares of the covered pixels against Ours-Tile in double precision. Rays from "
                         "visible faces make holes where the mesh "
            "is not convex (figure 3): they are counted, and forgiven to no other system."),
    exhibit(GU, "Lists made by the CPU and sent", "laboratory-lists", "lists;transfer;cast;frame", "lists",
            "what"),
    exhibit(GU, "Table 3. Casting by the size of the tile", "laboratory-tiles", "cast", "system precision",
            "detail", chart=Bars("ms"),
            theirs={"ours-tile": "G7"}),
    exhibit(GU, "Figure 8. A frame by the size of the buffer", "laboratory-slots", "frame", "system",
            "detail", chart=Bars("ms"),
            theirs={"gbunyk-buffer": "G9", "visible-faces": "G13"}),
    exhibit(GU, "Lists on the CPU, linked and in arrays (section 4.1)", "lists lists-plate", "lists",
            "builder", "job", theirs={"linked lists, one thread": "G3"}),
    exhibit(GU, "Stages of a frame of the ray caster", "tets tets-stopped tets-vdfi tets-sort tets-large "
            "tets-crowded tets-plate tets-holes",
            "lists;cast;present;frame", "job order tf", "what"),
    exhibit(GU, "Figure 2. HAVS beside the ray caster", "havs",
            "frame;sort;lists;cast;RMSE;maximum error;off by more than 2/255;late rays",
            "method detail tf", "what", theirs={"HAVS 6": "G14"},
            note="Errors against the ray caster's picture, in gray levels."),
    exhibit(INK, "Table 1. Frames a second, the host turns the loop", "table1 volumes", "frames", "column",
            "volume", {"loop": "host"}, chart=Bars("frames a second"),
            theirs={"OfK-Compact": "H5", "Thrust": "H6", "Chag::PP": "H6", "Single-Kernel": "H12",
                    "Kd-Jump": "H13", "InK-Compact": "H15"},
            note="Flags and tree are rebuilt in every frame. The paper's volumes are public in part: its "
                 "figures are of bonsai."),
    exhibit(INK, "The same, the device turns the loop", "table1 volumes", "frames", "column", "volume",
            {"loop": "device"}, chart=Bars("frames a second")),
    exhibit(INK, "Figures 6 and 7. Frames a second over isovalues", "table1 volumes", "frames at an isovalue",
            "column", "isovalue",
            {"loop": ("host", "")}, chart=lines("isovalue", "frames a second"), split="volume"),
    exhibit(INK, "Where the multi-kernel pipeline's time goes", "table1 volumes",
            "rounds;generate;traverse;intersect;shade;loop", "volume isovalue column", "what"),
    exhibit(INK, "Isosurfaces by their pipelines", "isosurface isosurface-smooth",
            "rays;flags and tree;rounds;largest error", "job volume column", "what"),
    exhibit(INK, "Intersection by steps, and what it misses (section 3.1.5)", "steps",
            "rays;surfaces missed;largest error;bricks and tree", "column", "what",
            note="Leaves alone: over the paper's bricks of section 3.1.1, without bounds of sub-bricks."),
    exhibit(INK, "Compaction of an array", "select", "compaction;share of a copy's bandwidth", "method",
            "what", theirs={"InKCollate": "H4"}),
    exhibit(INK, "Compaction in the kernel that makes rays", "rays", "compaction", "method", "measurement"),
    exhibit(INK, "Registers of a thread (section 5)", "registers", "registers", "stage", "compaction"),
    exhibit(INK, "Meshes of isosurfaces, and critical points (section 6)", "extract", "compaction", "method",
            "measurement"),
    exhibit(JACK, "Figure 9. Prefix sums within blocks", "passes", "compaction", "method", "block",
            {"measurement": "sums"},
            chart=lines("elements of a block", "ms"),
            theirs={"RecursiveDoubling": "J1", "BalancedTree": "J2"}),
    exhibit(JACK, "Figure 10. Stages in blocks", "passes", "compaction", "method", "block",
            {"measurement": "stages"},
            chart=lines("elements of a block", "ms", True), theirs={"concatenation": "J13"}),
    exhibit(JACK, "Compactions of the whole stream, as passes", "passes", "compaction", "method", "block",
            {"measurement": "streams"}),
    exhibit(JACK, "Figure 11. Whole compaction over the share of invalid elements", "density", "compaction",
            "method block", "kept", {"measurement": "density"},
            chart=lines("invalid elements, %", "ms", True, invalid),
            theirs={"HornCompact": "J7", "JumpingJack": "J8"}),
    exhibit(JACK, "Figures 12 and 13. Within blocks", "density", "compaction", "method block", "kept",
            {"measurement": "density-within"},
            chart=lines("invalid elements, %", "ms", False, invalid),
            theirs={"HornCompact": "J15", "JumpingJack": "J15"}),
    exhibit(WALD, "Figure 2. Frames a second over the paths of a thread", "paths-sizes", "frames", "states",
            "paths", chart=lines("paths of a thread", "frames a second"),
            split="scene"),
    exhibit(WALD, "Table 1. Frames a second", "paths", "frames", "kernel", "scene",
            chart=Bars("frames a second"), split="bounces",
            theirs={"naive": "W1"}),
    exhibit(WALD, "Table 1. To Naive", "paths", "to naive", "kernel", "scene", split="bounces",
            theirs={"whole-frame": "W2", "tiled-global": "W3", "tiled-shared": "W4"}),
    exhibit(WALD, "Tables 2 and 3. Paths and warps by bounce", "paths",
            "paths;warps, naive;warps, compacted;warps saved so far;"
            "paths a warp, naive;a thousand warps, naive;a thousand warps, compacted", "bounce", "what",
            split="scene"),
    exhibit(WALD, "What compaction takes, and storing and loading paths (sections 4.2.2 and 4.2.3)", "paths",
            "share of compaction;storing and loading paths", "scene", "what"),
    exhibit(WALD, "What compaction gains where shading is dearer (section 4.2.5)", "paths-dearer",
            "gain of compaction", "shading", "scene"),
    exhibit(WALD, "Random numbers: what means over samples err (section 3.2)", "points", "error of means",
            "integrand points", "samples"),
    exhibit(TREE, "Building trees", "trees trees-paper", "tree;large nodes;small nodes", "job mesh method",
            "what"),
    exhibit(TREE, "Rays, beside bounding volume hierarchies", "trees trees-paper",
            "rays by the kd-tree;rays by the BVH", "job mesh rays", "what"),
    exhibit(WALD, "Rays through a hierarchy, while-while and speculative (section 4.2.6)", "tree-traversals",
            "rays by turns", "mesh rays", "way"),
    exhibit(TREE, "Pieces in their forms", "tree-pieces", "piece", "form", "what"),
    exhibit(TREE, "Triangles that move in each frame", "paths-moving", "triangles;trees;rays;frame", "scene",
            "what"),
    *(exhibit(paper, "Share of the GPU's limits that each stage reaches", "limits",
              "instructions;level 1;level 2;memory;share of the limit", "stage",
              "what", {"paper": paper}, note="By Nsight Compute, of what a multiprocessor issues, of both "
              "levels of cache and of memory at "
              "their best; the limit of a stage is the one that it is nearest to.")
      for paper in (GU, INK, WALD, TREE)),
]
