// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/CounterRandom.h"
#include "Core/Float3.h"
#include "Geometry/Mesh/CellVertices.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "Renderers/MeshVolume/Integrators/AlongSegments.h"

/// The differences between two integrators along rays of a mesh, from a sample of its tets.
///
/// Evenly distributed parallel lines hit a tet in proportion to its projected area P, and run through it for
/// V / P on average, where V is its volume. So, per unit of length of such a ray, the sum of any f over its
/// segments is the sum of P f divided by the sum of V, both over evenly sampled tets: no ray has to be cast.
namespace inkray
{

/// Sums over some segments of rays in one direction, in adjacent tets. Each term is P times a number of a
/// segment. The segment's exact color is c, premultiplied, and its transmittance t; the other integrator's
/// errors are dc and dt.
struct SegmentErrors
{
  int direction;     ///< the nearest of numDirections axes
  float volume;      ///< the sum of V, without a factor
  float depth;       ///< the sum of the optical depth, in powers of two
  float opacity;     ///< of 1 - t
  float color[3];    ///< of c
  float error[4];    ///< of dc and dt
  float squares[4];  ///< of the squares of dc and dt
  float products[3]; ///< of dc dt
  float most;        ///< the largest of |dc|, |dc + dt| and |dt|

  static constexpr int numDirections = 6;
};

/// The tets of a sample, in order. An entry samples tets from its share of the mesh on, all in one direction.
/// If there are more segments than tets, shares overlap, so that a tet is sampled from several directions.
struct SegmentSample
{
  const UInt2* links;
  const std::uint32_t* originalTet;
  const Float4* vertices; ///< normalized position and value
  std::int64_t numTets;
  std::int64_t numErrors;   ///< number of entries
  std::int64_t numSegments; ///< number of segments of each entry
  float lengthScale;        ///< world units times log2(e) in one unit of normalized positions
  SegmentErrors* errors;
};

/// A line through a tet: the barycentric weights of the points where it enters and leaves the tet.
struct TetChord
{
  float enters[4], leaves[4];
  float length; ///< 0 if there is no line
  float area;   ///< of the tet's projection along the line
  float volume;

  /// `random`: three numbers from 0 to 1. One chooses the face, and two choose the place in the face.
  INKRAY_HD TetChord(const Float4 v[4], const Float3& direction, const float random[3])
    : enters{}
    , leaves{}
    , length(0.0f)
    , area(0.0f)
  {
    const Float3 p = { v[1].x - v[0].x, v[1].y - v[0].y, v[1].z - v[0].z },
                 q = { v[2].x - v[0].x, v[2].y - v[0].y, v[2].z - v[0].z },
                 r = { v[3].x - v[0].x, v[3].y - v[0].y, v[3].z - v[0].z };
    const Float3 ofP = cross(q, r), ofQ = cross(r, p), ofR = cross(p, q);
    const float determinant = dot(p, ofP), sign = determinant < 0.0f ? -1.0f : 1.0f;
    volume = fabsf(determinant) * (1.0f / 6.0f);
    // Twice the projected area of the face opposite to each vertex, positive if the line enters there.
    const float seen[4] = { 0.0f, sign * dot(ofP, direction), sign * dot(ofQ, direction),
      sign * dot(ofR, direction) };
    const float entry[4] = { -(seen[1] + seen[2] + seen[3]), seen[1], seen[2], seen[3] };
    float sum = 0.0f;
    for (const float e : entry)
      sum += maximum(e, 0.0f);
    area = 0.5f * sum;
    if (!(sum > 0.0f) || !(volume > 0.0f) || !(sum - sum == 0.0f))
      return;
    int face = 0;
    float left = random[0] * sum;
    for (int i = 0; i < 4; ++i)
      if (entry[i] > 0.0f && left >= 0.0f)
      {
        face = i;
        left -= entry[i];
      }
    const float root = sqrtf(random[1]);
    const float corners[3] = { 1.0f - root, root * (1.0f - random[2]), root * random[2] };
    for (int i = 0, k = 0; i < 4; ++i)
      enters[i] = i == face ? 0.0f : corners[k++];
    // A vertex's weight changes by entry / (6 V) for each unit of length.
    const float perLength = 1.0f / (6.0f * volume);
    float end = 1e30f;
    for (int i = 0; i < 4; ++i)
      if (i != face && entry[i] < 0.0f)
        end = minimum(end, enters[i] / (-entry[i] * perLength));
    for (int i = 0; i < 4; ++i)
      leaves[i] = multiplyAdd(end * perLength, entry[i], enters[i]);
    length = end < 1e30f ? end : 0.0f;
  }
};

/// The light that a ray gathers along one segment.
template <class Gathering>
INKRAY_HD Float4 lightOfSegment(const Gathering& gathering, std::uint32_t cell,
  const Channels<typename Gathering::Extra>& from, const Channels<typename Gathering::Extra>& to,
  float length)
{
  typename Gathering::Integral ray;
  ray.clear();
  gathering.standAt(ray, from);
  gathering.gather(ray, cell, to, length);
  gathering.end(ray);
  return ray.pixel();
}

/// Computes the errors of a sample: the differences between `fast` and `exact`.
template <class Gathering>
struct CompareSegments : SegmentSample
{
  Gathering exact, fast;

  INKRAY_HD void operator()(std::int64_t entry) const
  {
    const auto counter = static_cast<std::uint32_t>(entry);
    const UInt4 words = philox({ counter, 0u, 1u, 0u }, 1u, 0u);
    const float up = multiplyAdd(2.0f, unitFloat(words.x), -1.0f),
                across = sqrtf(maximum(0.0f, 1.0f - up * up));
    const float turn = 6.2831853f * unitFloat(words.y);
    const Float3 direction = { across * cosf(turn), across * sinf(turn), up };
    SegmentErrors found = {};
    found.direction = nearestAxis(direction);
    const std::int64_t begin = entry * numTets / numErrors, apart = numTets / (numErrors * numSegments);
    for (std::int64_t k = 0; k < numSegments; ++k)
    {
      const std::int64_t tet = (begin + k * (apart > 1 ? apart : 1)) % numTets;
      if (originalTet[tet] == noTet)
        continue;
      const UInt4 chances = philox({ counter, static_cast<std::uint32_t>(k), 0u, 0u }, 1u, 0u);
      this->compare(static_cast<std::uint32_t>(tet), direction, chances, found);
    }
    errors[entry] = found;
  }

private:
  /// The nearest of the six axes of an icosahedron.
  INKRAY_HD static int nearestAxis(const Float3& d)
  {
    const float golden = 1.6180340f;
    const float along[6] = { fabsf(d.x + golden * d.y), fabsf(d.x - golden * d.y), fabsf(d.y + golden * d.z),
      fabsf(d.y - golden * d.z), fabsf(d.z + golden * d.x), fabsf(d.z - golden * d.x) };
    int nearest = 0;
    float most = along[0];
    for (int i = 1; i < 6; ++i)
      if (along[i] > most)
      {
        most = along[i];
        nearest = i;
      }
    return nearest;
  }

  INKRAY_HD void compare(
    std::uint32_t tet, const Float3& direction, const UInt4& chances, SegmentErrors& found) const
  {
    std::uint32_t ids[4];
    verticesOfCell(links, tet, ids);
    Float4 corners[4];
    for (int i = 0; i < 4; ++i)
      corners[i] = load(vertices + ids[i]);
    const float random[3] = { unitFloat(chances.x), unitFloat(chances.y), unitFloat(chances.z) };
    const TetChord chord(corners, direction, random);
    if (!(chord.length > 0.0f))
      return;
    Channels<typename Gathering::Extra> begin = {}, end = {};
    const auto extra = exact.extra();
    for (int i = 0; i < 4; ++i)
    {
      begin.value = multiplyAdd(chord.enters[i], corners[i].w, begin.value);
      end.value = multiplyAdd(chord.leaves[i], corners[i].w, end.value);
      if constexpr (Gathering::hasCorners)
      {
        const auto others = extra.fetch(ids[i]);
        begin.others.add(chord.enters[i], others);
        end.others.add(chord.leaves[i], others);
      }
    }
    const auto light = [&](const Gathering& gathering) {
      return lightOfSegment(gathering, tet, begin, end, chord.length * lengthScale);
    };
    const Float4 right = light(exact), got = light(fast);
    const float e[4] = { got.x - right.x, got.y - right.y, got.z - right.z, right.w - got.w };
    const float color[3] = { right.x, right.y, right.z };
    const auto add = [&](float& sum, float number) { sum = multiplyAdd(chord.area, number, sum); };
    found.volume += chord.volume;
    add(found.depth, -log2f(maximum(1e-9f, 1.0f - right.w)));
    add(found.opacity, right.w);
    for (int c = 0; c < 4; ++c)
    {
      add(found.error[c], e[c]);
      add(found.squares[c], e[c] * e[c]);
      found.most = maximum(found.most, fabsf(e[c]));
      if (c == 3)
        continue;
      add(found.color[c], color[c]);
      add(found.products[c], e[c] * e[3]);
      found.most = maximum(found.most, fabsf(e[c] + e[3]));
    }
  }
};

} // namespace inkray
