// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ThreadArray.h"
#include "Optics/MixedMedia.h"
#include "Renderers/MeshVolume/Walks/WalkedMesh.h"

namespace inkray
{

/// Data of a ray through two meshes that not every step needs. Both walks together fill the registers.
struct PairMemory
{
  union Word
  {
    float number;
    std::uint32_t index;
  };
  static constexpr int wordsOfMesh = 9, count = 2 * wordsOfMesh + 1;
  ThreadArray<Word, count, launches::tileThreads> words; ///< one array, so that it has one address

  /// Converts an attenuation to powers of two per world unit of depth.
  INKRAY_HD float& scale() { return words[count - 1].number; }
};

/// The part of PairMemory that belongs to mesh 0 or 1.
template <int Mesh>
struct PairMemoryOf
{
  PairMemory& all;

  INKRAY_HD float scale() const { return all.scale(); }
  /// The middle and half the width of the current interval of the function.
  INKRAY_HD float& middle() const { return this->word(0).number; }
  INKRAY_HD float& half() const { return this->word(1).number; }
  INKRAY_HD float& farDepth() const { return this->word(2).number; }
  /// The light that the ray gathers from the mesh: each mesh has its own sum, so that results do not depend
  /// on the order of additions.
  INKRAY_HD float& light(int channel) const { return this->word(3 + channel).number; }
  /// The pixel's next entry, and the end of its entries.
  INKRAY_HD std::uint32_t& entry() const { return this->word(6).index; }
  INKRAY_HD std::uint32_t& entriesEnd() const { return this->word(7).index; }
  INKRAY_HD std::uint32_t& steps() const { return this->word(8).index; }

private:
  INKRAY_HD PairMemory::Word& word(int i) const { return all.words[PairMemory::wordsOfMesh * Mesh + i]; }
};

/// The walk of a ray through one of two meshes: the ray's place in the mesh, and the part ahead. A part ends
/// where the ray leaves a cell or an interval of the function, so that color and attenuation are linear in
/// it. Where the mesh is invisible, a part has no attenuation. Parts have no gaps, so that both meshes have
/// parts from the same depth on. Only cells that lie within other cells of their mesh are met again farther
/// in front. The mesh has values at its points, no surfaces, and is not cut; MeshWalk handles all other
/// meshes.
///
/// Let color c and attenuation a be linear in the value, whose place in the interval is u. Behind the
/// transmittance T of both meshes, the mesh emits
///   C += c(0) S0 + c' S1,   S0 = integral of T a,   S1 = integral of T a u,
/// so that a part of the ray adds two numbers, and colors are used only where the interval changes.
template <int Mesh>
struct PairWalk
{
  const TetRays& rays;
  const PiecewiseView& pieces;
  PairMemoryOf<Mesh> memory;
  TetCell<AnyProjection> cell;
  float depth, scalar;     ///< where the walk stands, in the units of the mesh
  float begin, end;        ///< of the part ahead, in world units
  float u, perDepth;       ///< the place in the interval where the part begins, and its change with depth
  float ofMiddle, ofPlace; ///< the attenuation in the middle of the interval, and its change with the place
  float sum, sumOfPlaces;  ///< S0 and S1 since the ray entered the interval
  /// Four times the index of the function's interval, plus 1. Plus or minus 1 more if the interval behind the
  /// part is the next or the previous one. Negative: the ray is in no interval.
  int place;

  INKRAY_HD PairWalk(const WalkedMesh& mesh, PairMemory& of, std::uint32_t pixel, float atU, float atV)
    : rays(mesh.rays)
    , pieces(mesh.medium.colors)
    , memory{ of }
    , cell(rays.camera, rays.mesh, atU, atV)
    , depth(0.0f)
    , scalar(0.0f)
    , begin(-1e30f) // in front of everything
  {
    RayLimits limits;
    rays.limit(pixel, limits);
    memory.farDepth() = limits.farDepth;
    const std::uint32_t first = rays.starts[pixel];
    memory.entry() = first;
    memory.entriesEnd() = *rays.fragmentCount > rays.capacity ? first : rays.starts[pixel + 1];
    memory.steps() = 0;
    for (int channel = 0; channel < 3; ++channel)
      memory.light(channel) = 0.0f;
    this->seeNothing(begin);
  }

  /// Whether there is a part ahead.
  INKRAY_HD bool isReady() const { return begin < end; }
  /// The place after some length of the part.
  INKRAY_HD float placeAt(float length) const { return multiplyAdd(length, perDepth, u); }
  INKRAY_HD float attenuationAt(float atPlace) const { return multiplyAdd(ofPlace, atPlace, ofMiddle); }
  /// Pass some of the part ahead, up to `to`. `first` and `last`: the attenuations at its ends. `moments`:
  /// the moments of the transmittance between them, times ln 2 and the length.
  INKRAY_HD void gather(const TransmittanceMoments& moments, float first, float last, float to)
  {
    const float rise = last - first;
    const float all = multiplyAdd(first, moments.zeroth, rise * moments.first);
    const float places = multiplyAdd(first, moments.first, rise * moments.second);
    sum += all;
    sumOfPlaces = multiplyAdd(u, all, multiplyAdd(to - u, places, sumOfPlaces));
    u = to;
  }

  /// Move to the next part; this may take several calls.
  INKRAY_HD void next()
  {
    if ((place & 3) != 1)
      this->passKnot();
    else if (cell.isOutside())
      this->enterMesh();
    else
      this->crossCell();
  }
  /// Add the light that was gathered in the interval.
  INKRAY_HD void endInterval()
  {
    if (place < 0)
      return;
    const FunctionInterval& p = pieces.pieces[place >> 2];
    float &red = memory.light(0), &green = memory.light(1), &blue = memory.light(2);
    red = multiplyAdd(p.red, sum, multiplyAdd(p.redSlope, sumOfPlaces, red));
    green = multiplyAdd(p.green, sum, multiplyAdd(p.greenSlope, sumOfPlaces, green));
    blue = multiplyAdd(p.blue, sum, multiplyAdd(p.blueSlope, sumOfPlaces, blue));
  }

private:
  INKRAY_HD float inWorld(float ofMesh) const { return ofMesh * rays.camera.worldPerDepth; }

  /// Move to the next entry of the pixel; nothing is visible before it, or up to the end of the ray.
  INKRAY_HD void enterMesh()
  {
    const std::uint32_t entry = memory.entry();
    bool isOver = entry == memory.entriesEnd();
    const PixelIntersection entered = isOver ? PixelIntersection{ 0, INFINITY } : rays.intersections[entry];
    isOver = isOver || entered.depth >= memory.farDepth();
    float to = INFINITY;
    if (!isOver)
    {
      memory.entry() = entry + 1;
      cell.enter(entered.face);
      cell.locate(depth, scalar);
      cell.fetchVertex();
      to = this->inWorld(maximum(depth, rays.camera.nearDepth));
    }
    this->endInterval();
    this->seeNothing(to);
  }
  /// Go through one cell.
  INKRAY_HD void crossCell()
  {
    const std::uint32_t steps = memory.steps();
    if (steps > rays.maxSteps)
    {
      this->endInterval();
      this->seeNothing(INFINITY);
      return;
    }
    memory.steps() = steps + 1;
    float reached, value;
    if (!crossTet<EdgeFunctionExit>(cell, depth, reached, value))
      return;
    reached = maximum(reached, depth);
    const float valueSum = scalar + value;
    const float nearDepth = rays.camera.nearDepth, farDepth = memory.farDepth();
    if (depth < nearDepth || reached >= farDepth)
    {
      const float perUnit = (value - scalar) * reciprocal(reached - depth);
      if (reached > farDepth)
        value = multiplyAdd(farDepth - depth, perUnit, scalar);
      if (depth < nearDepth)
        scalar = multiplyAdd(nearDepth - depth, perUnit, scalar);
      if (reached >= farDepth)
      {
        reached = farDepth;
        cell.stop();
        memory.entry() = memory.entriesEnd();
      }
    }
    const float from = scalar, to = this->inWorld(reached);
    depth = reached;
    scalar = value;
    if (!(begin < to))
      return;
    if (valueSum == valueSum)
      this->seeFrom(from, to);
    else
    {
      this->endInterval();
      this->seeNothing(to);
    }
  }

  /// Set the part ahead: from a value to the depth and the scalar reached, or to the first knot.
  INKRAY_HD void seeFrom(float from, float to)
  {
    const float middle = memory.middle(), half = memory.half();
    u = from - middle;
    const float uEnd = scalar - middle;
    perDepth = (scalar - from) * reciprocal(to - begin);
    end = to;
    if (maximum(fabsf(u), fabsf(uEnd)) <= half)
      return;
    if (!(fabsf(u) <= half))
    {
      this->endInterval();
      this->enterPiece(findInterval(pieces, from), from);
    }
    this->findKnot(to);
  }
  INKRAY_HD void findKnot(float to)
  {
    const float half = memory.half(), uEnd = scalar - memory.middle(), total = uEnd - u;
    const int way = total > 0.0f ? 1 : -1;
    const bool crosses = fabsf(uEnd) > half && uEnd * total > 0.0f &&
      static_cast<unsigned>((place >> 2) + way) < static_cast<unsigned>(pieces.count);
    place = (place & ~3) + (crosses ? 1 + way : 1);
    end = to;
    if (crosses)
    {
      const float share = maximum(0.0f, ((way > 0 ? half : -half) - u) * reciprocal(total));
      end = minimum(to, multiplyAdd(share, to - begin, begin));
    }
  }
  INKRAY_HD void passKnot()
  {
    const int way = (place & 3) - 1;
    const float knot = memory.middle() + (way > 0 ? memory.half() : -memory.half());
    this->endInterval();
    this->enterPiece((place >> 2) + way, knot);
    this->findKnot(this->inWorld(depth));
  }
  INKRAY_HD void enterPiece(int index, float value)
  {
    const FunctionInterval& p = pieces.pieces[index];
    const float scale = memory.scale();
    place = 4 * index + 1;
    memory.middle() = p.middle;
    memory.half() = p.half;
    ofMiddle = p.attenuation * scale;
    ofPlace = p.attenuationSlope * scale;
    u = value - p.middle;
    sum = sumOfPlaces = 0.0f;
  }
  INKRAY_HD void seeNothing(float to)
  {
    begin = minimum(begin, to);
    end = to;
    place = -3;
    memory.middle() = 0.0f;
    memory.half() = -1.0f;
    ofMiddle = ofPlace = u = perDepth = sum = sumOfPlaces = 0.0f;
  }
};

} // namespace inkray
