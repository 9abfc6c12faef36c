// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetWalk.h"
#include "Rays/RayIntervals.h"
#include "Renderers/MeshVolume/PixelIntersectionKernels.h"

#include <type_traits>

namespace inkray
{

/// The visible part of a ray in a cell.
struct Segment
{
  float from, to; ///< depths at its ends
  float scalar;   ///< at its end; it begins at the ray's place
  float length;   ///< in world units times log2(e)
  bool isCut;     ///< cut by the near or far limit, or hidden with its cell; the visible part may be empty
  bool beginIsCut,
    endIsCut; ///< for a cut segment: it begins behind, or ends before, a face of the cell
};

/// Whether an integrator takes segments in parts: begin() starts a segment, hasMore() tells whether a part of
/// it is left, and gatherPart() takes the next part. The march takes one part between its steps, so that rays
/// with few parts do not wait for their neighbors' many parts.
template <class Integrator, class = void>
struct TakesParts : std::false_type
{
};
template <class Integrator>
struct TakesParts<Integrator, std::enable_if_t<Integrator::takesParts>> : std::true_type
{
};

/// Whether an integrator lets rays pass cells without computing where they cross them. passes(ray, scalar)
/// says whether a ray may pass a cell whose corners have such scalars. A ray that has passed cells has no
/// known place: isLocated(ray) is false. In front of a cell that it may not pass, stand(ray, at, scalar) sets
/// its place; enter() also sets it. Behind such a cell, isBetween(ray, scalar) says whether it cannot have
/// met anything. Then reach(ray, scalar) moves the ray there, and otherwise add() does. After that
/// mayPass(ray, at) allows the ray to pass the next cells, if their corners permit it.
template <class Integrator, class = void>
struct PassesCells : std::false_type
{
};
template <class Integrator>
struct PassesCells<Integrator, std::enable_if_t<Integrator::passesCells>> : std::true_type
{
};

struct NoMemory
{
};

/// Data that a ray keeps in memory, while its State stays in registers. There are none unless an integrator
/// has a Memory. Such an integrator also has three functions. start(ray, memory) is called before the march
/// instead of ray.clear(). marchesOn(ray, u, v, nearDepth) is called after it, and returns true if the ray
/// only paused and has to march again from the new near depth. finish(ray, pixel) writes data of a pixel
/// other than its color.
template <class Integrator, class = void>
struct RayMemory
{
  using Type = NoMemory;
  static constexpr bool exists = false;
};
template <class Integrator>
struct RayMemory<Integrator, std::void_t<typename Integrator::Memory>>
{
  using Type = typename Integrator::Memory;
  static constexpr bool exists = true;
};

template <class Integrator, class State, class Memory>
INKRAY_HD void startRay(const Integrator& integrator, State& ray, Memory& memory)
{
  if constexpr (RayMemory<Integrator>::exists)
    integrator.start(ray, memory);
  else
    ray.clear();
}
template <class Integrator, class State>
INKRAY_HD bool marchesOn([[maybe_unused]] const Integrator& integrator, [[maybe_unused]] State& ray,
  [[maybe_unused]] float u, [[maybe_unused]] float v, [[maybe_unused]] float& nearDepth)
{
  if constexpr (RayMemory<Integrator>::exists)
    return integrator.marchesOn(ray, u, v, nearDepth);
  else
    return false;
}

/// One ray through the mesh (Gu and Kim 2020, section 5; Bunyk, Kaufman and Silva 1997).
///
/// The pixel's list names the faces where the ray enters the mesh, front to back. From each the ray walks
/// from cell to cell until it meets a boundary face, then continues at the next entry; this also handles
/// non-convex and disconnected meshes. Segments outside of [near, far] are cut off. If limits can split
/// (RayIntervals.h), there may be another visible interval behind.
///
/// Policies vary: Cell says how a ray crosses a cell (TetCell), Integrator what it gathers there
/// (Integrators.h), ExitTest how the exit face is found (ExitTests.h). `steps` counts the visited cells.
/// Returns false if an exit test that can lose rays has lost this one; the gathered data are then
/// meaningless.
template <class ExitTest, class Cell, class Integrator, class Limits>
INKRAY_HD bool march(Cell& at, const Integrator& integrator, Limits limits, const PixelIntersection* entries,
  std::uint32_t entry, std::uint32_t entriesEnd, typename Integrator::State& ray, std::uint32_t& steps)
{
  constexpr bool inParts = TakesParts<Integrator>::value && !Limits::canSplit;
  constexpr bool passesCells = PassesCells<Integrator>::value && !Limits::mayPassUnseen;
  bool isCut = false; // the segment that is being taken in parts
  bool isLost = false;
  float depth = 0.0f;
  // Go to the next segment, and through it. Returns false if there is no further segment.
  const auto step = [&]() {
    if (inParts && isCut)
    {
      float itsDepth, scalar;
      at.locate(itsDepth, scalar);
      integrator.resume(ray, at, scalar);
      isCut = false;
    }
    if (at.isOutside())
    {
      // Continue at the next entry of the pixel.
      integrator.leave(ray);
      if (entry == entriesEnd)
        return false;
      const PixelIntersection next = entries[entry++];
      if (next.depth >= limits.farDepth && !limits.next())
        return false;
      at.enter(next.face);
      float scalar;
      at.locate(depth, scalar);
      integrator.enter(ray, at, scalar);
      at.fetchVertex();
    }

    // Go through the cell behind the face.
    if (ExitTest::canLoseRays && steps >= limits.maxSteps)
    {
      isLost = true;
      return false;
    }
    // If no surface and no limit lies between the corners of a cell, the ray meets none in it and passes the
    // cell. Cells are passed only after a visible one, thus behind the near limit.
    bool passes = false;
    if constexpr (passesCells)
    {
      passes = integrator.passes(ray, at.behind.w) && at.behind.z < limits.farDepth;
      if (!passes && !integrator.isLocated(ray))
      {
        float itsDepth, scalar;
        at.place(itsDepth, scalar);
        depth = maximum(depth, itsDepth);
        integrator.stand(ray, at, scalar);
      }
    }
    if (!at.template cross<ExitTest>())
    {
      isLost = true;
      return false;
    }
    ++steps;
    if constexpr (passesCells)
    {
      at.fetchVertex();
      if (passes)
        return true;
      // In most other cells the ray meets no surface and no limit.
      float to, scalar;
      at.locate(to, scalar);
      if (!at.isHeld(depth) && integrator.isBetween(ray, scalar) && to < limits.farDepth)
      {
        depth = maximum(to, depth);
        integrator.reach(ray, scalar);
        if (at.isFaceBefore(limits.farDepth))
          integrator.mayPass(ray, at);
        return true;
      }
    }
    const float from = depth;
    float to, scalar;
    const bool isCrossed = leaveTet(at, from, to, scalar);
    if constexpr (!passesCells)
      at.fetchVertex();
    // (With `<` the compiler keeps `steps` in a register on sm_90; with `<=` it stores it in every step.)
    if (!isCrossed && steps < limits.maxSteps)
      return true;
    // Rounding, or an inverted cell, may make a ray step back. The ray then waits until it has passed its
    // earlier depth again.
    depth = maximum(to, from);

    // Process the visible part of the segment. If the limits split it, process its visible parts in turn.
    for (float stands = from;;)
    {
      Segment segment = { stands, depth, scalar, (depth - stands) * limits.lengthScale,
        depth > limits.farDepth || stands < limits.nearDepth || at.isHidden(), false, false };
      bool goesOn = false;
      if (segment.isCut)
      {
        if (Limits::mayPassUnseen &&
          (depth <= limits.nearDepth || (at.isHidden() && depth < limits.farDepth)))
        {
          // The segment is invisible: neither cut nor integrate it.
          integrator.resume(ray, at, scalar);
          break;
        }
        segment.from = minimum(maximum(stands, limits.nearDepth), limits.farDepth);
        segment.to = minimum(maximum(depth, limits.nearDepth), limits.farDepth);
        if (at.isHidden())
          segment.from = segment.to;
        segment.length = (segment.to - segment.from) * limits.lengthScale;
        segment.beginIsCut = segment.from != stands;
        segment.endIsCut = segment.to != depth;
        integrator.cut(ray, at, stands, depth, segment);
        if (depth >= limits.farDepth)
        {
          goesOn = limits.next();
          if (!goesOn)
          {
            // The rest of the ray is invisible: stop at the next cell and entry.
            at.stop();
            entry = entriesEnd;
          }
        }
      }
      if constexpr (inParts)
      {
        integrator.begin(ray, at, segment);
        isCut = segment.isCut;
        break;
      }
      else
        integrator.add(ray, at, segment);
      if (!Limits::canSplit || !goesOn || ray.transmittance < limits.earlyTermination)
      {
        if (segment.isCut)
          integrator.resume(ray, at, scalar);
        break;
      }
      stands = maximum(stands, segment.to);
    }
    if constexpr (passesCells)
      if (at.isFaceBefore(limits.farDepth))
        integrator.mayPass(ray, at);
    return true;
  };
  for (;;)
  {
    bool goesOn = true;
    if constexpr (inParts)
    {
      if (!integrator.hasMore(ray))
        goesOn = step();
      // Rays that have made a step and rays that have not take their parts together.
      goesOn = meet(goesOn);
      if (goesOn && integrator.hasMore(ray))
        integrator.gatherPart(ray);
    }
    else
      goesOn = step();
    if (!goesOn || ray.transmittance < limits.earlyTermination || steps > limits.maxSteps)
      break;
  }
  if (isLost)
    return false;
  integrator.leave(ray);
  return true;
}

} // namespace inkray
