// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"
#include "Geometry/Mesh/CellVertices.h"
#include "Geometry/Mesh/TetAdjacency.h"

#include <cstdint>

/// Gradients of a mesh's scalar at its vertices: the mean of the gradients in the surrounding tets, weighted
/// by volume.
///
/// In a tet the scalar is linear and its gradient constant; the volume-weighted mean is that of the
/// Green-Gauss method. Sums use 64-bit fixed point, since the order of integer additions has no influence:
/// every run and both backends agree up to the rounding of each term. A first pass finds the largest term of
/// each vertex, which determines the unit of its sum.
namespace inkray
{

/// Six times the volume of a tet, and its gradient times this.
struct TetGradient
{
  Float3 weighted;
  float weight; ///< 0 for a tet without volume or with a value that is not finite, which is ignored

  INKRAY_HD TetGradient(const Float4& a, const Float4& b, const Float4& c, const Float4& d)
    : weighted{ 0.0f, 0.0f, 0.0f }
    , weight(0.0f)
  {
    const Float3 p = { b.x - a.x, b.y - a.y, b.z - a.z }, q = { c.x - a.x, c.y - a.y, c.z - a.z },
                 r = { d.x - a.x, d.y - a.y, d.z - a.z };
    const Float3 qr = cross(q, r), rp = cross(r, p), pq = cross(p, q);
    const float determinant = dot(p, qr);
    const float sp = b.w - a.w, sq = c.w - a.w, sr = d.w - a.w;
    const float sum = sp + sq + sr;
    if (tetShape(a, b, c, d).flat || !(sum - sum == 0.0f))
      return;
    const float sign = determinant < 0.0f ? -1.0f : 1.0f;
    weighted = { sign * multiplyAdd(sp, qr.x, multiplyAdd(sq, rp.x, sr * pq.x)),
      sign * multiplyAdd(sp, qr.y, multiplyAdd(sq, rp.y, sr * pq.y)),
      sign * multiplyAdd(sp, qr.z, multiplyAdd(sq, rp.z, sr * pq.z)) };
    weight = fabsf(determinant);
  }

  INKRAY_HD float largest() const
  {
    return maximum(fabsf(weighted.x), maximum(fabsf(weighted.y), fabsf(weighted.z)));
  }
};

/// The largest terms of a vertex's sums, as bits of positive floats; the bits have the floats' order.
struct LargestTerms
{
  std::uint32_t gradient, weight;
};

/// The sums of a vertex, in units that its largest terms determine.
struct GradientSums
{
  std::uint64_t x, y, z, weight; ///< two's complement
};

/// A power of two that converts a vertex's terms to integers of 40 bits, so that 2^23 terms can be added.
INKRAY_HD float fixedPointUnit(std::uint32_t largest)
{
  // 2^(40 - e) for a term below 2^(e + 1); the exponent is limited to a float's range.
  const int exponent = static_cast<int>(largest >> 23) - 127;
  const int shift = 39 - exponent;
  return floatOf(static_cast<std::uint32_t>(shift > 127 ? 254 : shift + 127) << 23);
}

/// Visits the four vertices of every tet that has a gradient: visit(vertex, gradient).
template <class Visit>
INKRAY_HD void visitVertices(
  const UInt2* links, const std::uint32_t* originalTet, const Float4* vertices, std::int64_t t, Visit visit)
{
  if (originalTet[t] == noTet)
    return;
  std::uint32_t v[4];
  verticesOfCell(links, static_cast<std::uint32_t>(t), v);
  const TetGradient gradient(vertices[v[0]], vertices[v[1]], vertices[v[2]], vertices[v[3]]);
  if (!(gradient.weight > 0.0f))
    return;
  for (const std::uint32_t vertex : v)
    visit(vertex, gradient);
}

/// Step 1, for each tet.
struct FindLargestTerms
{
  const UInt2* links;
  const std::uint32_t* originalTet;
  const Float4* vertices;
  LargestTerms* largest;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    visitVertices(links, originalTet, vertices, t, [&](std::uint32_t v, const TetGradient& gradient) {
      atomicMaxRelaxed(&largest[v].gradient, bitsOf(gradient.largest()));
      atomicMaxRelaxed(&largest[v].weight, bitsOf(gradient.weight));
    });
  }
};

/// Step 2, for each tet.
struct SumGradients
{
  const UInt2* links;
  const std::uint32_t* originalTet;
  const Float4* vertices;
  const LargestTerms* largest;
  GradientSums* sums;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    visitVertices(links, originalTet, vertices, t, [&](std::uint32_t v, const TetGradient& gradient) {
      const float unit = fixedPointUnit(largest[v].gradient);
      const auto add = [](std::uint64_t* sum, float term) {
        atomicAddRelaxed(sum, static_cast<std::uint64_t>(static_cast<std::int64_t>(term)));
      };
      add(&sums[v].x, gradient.weighted.x * unit);
      add(&sums[v].y, gradient.weighted.y * unit);
      add(&sums[v].z, gradient.weighted.z * unit);
      add(&sums[v].weight, gradient.weight * fixedPointUnit(largest[v].weight));
    });
  }
};

/// Step 3, for each vertex: the gradient is 0 if no tet around it has a gradient.
struct DivideGradients
{
  const LargestTerms* largest;
  const GradientSums* sums;
  Float3* gradients; ///< of the normalized scalar over normalized positions

  INKRAY_HD void operator()(std::int64_t v) const
  {
    const GradientSums sum = sums[v];
    if (sum.weight == 0)
    {
      gradients[v] = { 0.0f, 0.0f, 0.0f };
      return;
    }
    const double scale = double(fixedPointUnit(largest[v].weight)) /
      (double(fixedPointUnit(largest[v].gradient)) * static_cast<double>(sum.weight));
    const auto divide = [scale](std::uint64_t s) {
      return static_cast<float>(scale * static_cast<double>(static_cast<std::int64_t>(s)));
    };
    gradients[v] = { divide(sum.x), divide(sum.y), divide(sum.z) };
  }
};

/// Find the gradients of a mesh with values at its points, in the order of its vertices. They take 12 bytes
/// for each vertex, and 40 more while they are made. Throws OutOfMemory.
template <class Backend>
void findVertexGradients(
  Backend& backend, const TetAdjacency<Backend>& mesh, Buffer<Float3, Backend>& gradients);

} // namespace inkray
