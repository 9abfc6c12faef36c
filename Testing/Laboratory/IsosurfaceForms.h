// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Forms of the isosurface pipeline that were meant to make a claim of Hughes et al. true (section 4):
/// several kernels with compaction between them are faster than one kernel for whole rays. The product has
/// one kernel. A form is a choice of parts: who drives rays through the volume, what is kept of a waiting
/// ray, how far a ray goes before it waits, and in which order waiting rays go on. Bounds are values at run
/// time.
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace inkray::laboratory
{

/// Who drives rays through the volume.
enum class FormDriver
{
  Single, ///< one kernel, a thread for each ray until its end: the product's, in one loop
  Rounds, ///< launches, each of which compacts the rays that have not ended for the next; the last ends all
  Block,  ///< one kernel: a block compacts the rays of its tile in shared memory, after each round of its own
  Refill, ///< one kernel of persistent warps: lanes without a ray take new ones when too few lanes have one
          ///< (Aila and Laine 2009; Novak et al. 2010)
  Vote,  ///< the same; lanes at nodes and lanes before leaves go on in turn, as many as there are of each say
  Queues ///< one persistent kernel: a block has a pool of rays in shared memory, and in turn takes as many as
         ///< it has threads to their next leaves, or through their leaves
};

/// What is kept of a waiting ray.
enum class FormRecord
{
  Stack, ///< its number, and its stack in global memory
  Trail, ///< 16 bytes: its number, its node, and a bit for each level whose far child is left (as Kd-Jump)
  Ray    ///< 48 bytes: the same and the ray itself, which is otherwise made anew from its pixel
};

/// How Rounds compacts.
enum class FormCompaction
{
  LookBack, ///< in order, by blocks of two warps
  Collate,  ///< in order within such a block (equation 5)
  Append    ///< in order within a warp, which adds to the queue's count where it has any: no warp waits for
            ///< another
};

/// The order in which rays go on that have waited (Rounds).
enum class FormOrder
{
  Compacted, ///< as the compaction leaves them
  Sorted,    ///< by their nodes, in the order of the tree: rays that will meet the same bricks are neighbors
  Moved      ///< the same, and records are moved to their places before the launch
};

/// The parts of a form.
struct FormParts
{
  FormDriver driver = FormDriver::Rounds;
  FormRecord record = FormRecord::Trail;
  FormCompaction compaction = FormCompaction::LookBack; ///< Rounds
  FormOrder order = FormOrder::Compacted;
  int rounds = 2;    ///< Rounds, Block: at most so many, of which the last has no bounds; 1 to 64
  int leaves = 4;    ///< leaves in which a ray looks for the surface before it waits; 0: no bound
  int steps = 0;     ///< pairs of nodes that a ray looks at before it waits; 0: no bound
  double window = 0; ///< Rounds: share of the rays under way at a time, others take the places of ended ones
                     ///< (van Antwerpen 2011), and rounds have no bound; 0: all rays at once
  int leastWalking = 8;  ///< Vote: lanes at nodes, or those before leaves go on; 1 to 32
  int leastActive = 16;  ///< Refill, Vote: lanes that have a ray, or new ones are taken; 1 to 32
  int raysPerThread = 1; ///< Block, Queues: rays of a tile or pool for each thread, 1 to 8 (Queues: from 2)
  /// Threads that a multiprocessor must hold, which limits their registers: 768 (80 registers, as the
  /// product's single kernel), 640 (96) or 512 (128). They apply to Rounds by Append and to Refill. Block
  /// takes 768 or 640. The other drivers have numbers of their own.
  int resident = 640;
  int block = 64; ///< Block, Queues: threads, 32, 64, 128 or 256 (Queues: 32 or 128)

  /// Returns the bytes that are kept of a waiting ray, in a tree of this depth.
  std::size_t bytesOfRay(int treeDepth) const;
};

/// Counts what the rays of a frame did: how often a warp (or a thread of a CPU) did it, and the lanes over
/// all of these times.
struct FormCounts
{
  std::uint64_t pairs = 0, lanesOfPairs = 0;   ///< looks at pairs of nodes
  std::uint64_t leaves = 0, lanesOfLeaves = 0; ///< looks for the surface in leaves
};

/// A form with its name on command lines.
struct NamedForm
{
  std::string key, title;
  FormParts parts;
};
const std::vector<NamedForm>& isosurfaceForms();

/// A form as a pipeline for IsosurfaceMethodOptions::multiKernel. Frames throw InvalidInput unless there is
/// one opaque isosurface, not cropped, in an even grid. The first crossing of a ray is then its picture,
/// which is the single kernel's bit for bit.
class FormedIsosurface : public MultiKernelFactory
{
public:
  /// Throws InvalidInput for parts that do not go together. With `counts`, the work of a frame's rays is
  /// counted, in volumes of floats. The counts are there when the ray caster has been asked for its
  /// statistics.
  explicit FormedIsosurface(const FormParts& parts, std::shared_ptr<FormCounts> counts = nullptr);
  std::unique_ptr<MultiKernelPipeline> make(DeviceKind device, int firstMark) const override;
  const FormParts& parts() const { return parts_; }

private:
  FormParts parts_;
  std::shared_ptr<FormCounts> counts_;
};

} // namespace inkray::laboratory
