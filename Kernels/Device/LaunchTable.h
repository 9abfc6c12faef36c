// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// How a kernel is launched on a CUDA device.
struct KernelLaunch
{
  int threads;    ///< threads of a block
  int blocks = 1; ///< blocks that should fit on a multiprocessor; this limits registers

  constexpr int residentThreads() const { return threads * blocks; } ///< threads on a multiprocessor
};

/// The launches of all kernels in one table. All were chosen on Hopper (sm_90, H100 and H200), whose
/// multiprocessors have 65,536 registers: 16 blocks of 64 threads leave each thread 64 of them, 14 leave 72,
/// 12 leave 80, 10 leave 96, and 8 leave 128. Other architectures use the same numbers, without measurements.
/// A CPU ignores them. Each row names the section of Testing/Benchmarks/MEASURED.md that has the other
/// numbers tried; rows without a name were not varied.
namespace launches
{

/// Launches without a row: forEach(n, kernel).
constexpr KernelLaunch anyKernel = { 256 };

// Rays through a mesh: a block casts a tile of the picture.

constexpr int tileThreads = 64; ///< a thread for each of tilePixels (View/PixelOrder.h)

/// Values of points or cells. 12, 14 and 18 blocks are slower by 2 to 5 %: "Rays through tetrahedra:
/// versions".
constexpr KernelLaunch values = { tileThreads, 16 };
/// Colors from a table. 16 blocks spill registers and cost 3 %; 12 are slower by up to 7 %: "On a GPU:
/// colors alone, from a table".
constexpr KernelLaunch functionColorTable = { tileThreads, 14 };
/// Kernels of media: composited media; composited media that also show missing values, 3 % slower with 12
/// blocks; extremes and sums, which need few registers; media with surfaces; and the kernel with every
/// feature. "One integrator in place of thirteen".
constexpr KernelLaunch medium = { tileThreads, 12 };
constexpr KernelLaunch mediumWithMissing = { tileThreads, 10 };
constexpr KernelLaunch extremesAndSums = { tileThreads, 16 };
constexpr KernelLaunch mediumWithSurfaces = { tileThreads, 10 };
constexpr KernelLaunch anyMedium = { tileThreads, 8 };
/// Kernels whose corners carry the channels of a medium (GatherMedium.h). carriedMedium: most of them.
/// carriedCells: channels of cells, 4 % slower with 12 blocks. carriedProductInLight: gradient opacity in
/// smooth light, which spills registers with 12 blocks. "One integrator for channels that corners carry".
constexpr KernelLaunch carriedMedium = { tileThreads, 12 };
constexpr KernelLaunch carriedCells = { tileThreads, 14 };
constexpr KernelLaunch carriedProductInLight = { tileThreads, 10 };
/// Surfaces without a volume; surfaces in a volume that is cut or has slices; and surfaces in a whole volume.
/// Without a volume 14 and 18 blocks are slower by 4 to 5 %; in a whole volume 12 and 16 by 4 and 6 %; in a
/// cut one 14 by 18 %: "Isosurfaces as ends of pieces".
constexpr KernelLaunch surfaces = { tileThreads, 16 };
constexpr KernelLaunch surfacesInVolume = { tileThreads, 12 };
constexpr KernelLaunch surfacesInWholeVolume = { tileThreads, 14 };
/// Rays of a pick.
constexpr KernelLaunch picks = { tileThreads, 8 };
/// Rays through several meshes at once, and through two plain volumes. Two volumes are slower with 8 and 12
/// blocks, by 14 and 11 %: "Two meshes in one picture, on a CPU".
constexpr KernelLaunch mergedMeshes = { tileThreads, 8 };
constexpr KernelLaunch pairOfMeshes = { tileThreads, 10 };
/// HAVS: a k-buffer of 6 entries takes 96 registers.
constexpr KernelLaunch havs = { tileThreads, 10 };
/// The sort of the lists of a block's pixels. "Lists of many faces".
constexpr KernelLaunch sortLists = { 128 };

// Rays through an image.

/// The volume of an image by its values alone, with a table of colors, and with any medium: "Rays through
/// voxels: versions".
constexpr KernelLaunch gridValues = { tileThreads, 8 };
constexpr KernelLaunch gridColors = { tileThreads, 8 };
constexpr KernelLaunch gridMedium = { tileThreads, 8 };
/// Opaque surfaces, by the single kernel. "Isosurfaces: versions".
constexpr KernelLaunch opaqueIsosurface = { 64, 12 };
/// Translucent surfaces, layers of a pixel, and traversal by KD-jump.
constexpr KernelLaunch isosurfaces = { 128 };
/// Kernels that compact: the first kernel of a frame, and those of its loop. "Table 1" has their registers.
constexpr KernelLaunch generateRays = { 256 };
constexpr KernelLaunch compactedStage = { 128 };

// Paths. A kernel that compacts has blocks of another size, and as many threads on a multiprocessor.

/// Scenes with grids, and scenes of triangles only. With 64 registers instead of 128, scenes of triangles are
/// 1.4 to 1.5 times as fast, and scenes with grids slower by up to 6 %: "Path tracing: Wald's tables".
constexpr KernelLaunch pathsInGrids = { 64, 8 };
constexpr KernelLaunch pathsAmongTriangles = { 64, 16 };
constexpr KernelLaunch compactedPaths = { 128 };
/// The number of paths that a block of the tiled path tracer keeps; the fastest size in Wald's paper.
constexpr KernelLaunch tiledPaths = { 64 };

// Other stages of a frame.

/// Planning of the nodes of a kd-tree, and small trees. The block that distributes triangles has kdChunk
/// threads (KdPolicy.h), one for each triangle.
constexpr KernelLaunch planKdNodes = { 128 };
constexpr KernelLaunch smallKdTrees = { 128 };
/// Subtrees over the bricks of an image; the size of a block determines how many nodes a subtree has.
constexpr KernelLaunch brickSubtrees = { 512 };
/// Kernels that append to a queue.
constexpr KernelLaunch append = { 128 };
/// Sums of bins in shared memory.
constexpr KernelLaunch binSums = { 256 };

} // namespace launches

} // namespace inkray
