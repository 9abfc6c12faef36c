// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexGradients.h"

namespace inkray
{

template <class Backend>
void findVertexGradients(
  Backend& backend, const TetAdjacency<Backend>& mesh, Buffer<Float3, Backend>& gradients)
{
  const std::int64_t n = mesh.vertices.size();
  Buffer<LargestTerms, Backend> largest(backend, n);
  Buffer<GradientSums, Backend> sums(backend, n);
  backend.zero(largest.data(), largest.bytes());
  backend.zero(sums.data(), sums.bytes());
  gradients.reserve(backend, n);
  const UInt2* const links = mesh.links.data();
  const std::uint32_t* const originalTet = mesh.originalTet.data();
  const Float4* const vertices = mesh.vertices.data();
  backend.forEach(mesh.numTets, FindLargestTerms{ links, originalTet, vertices, largest.data() });
  backend.forEach(mesh.numTets, SumGradients{ links, originalTet, vertices, largest.data(), sums.data() });
  backend.forEach(n, DivideGradients{ largest.data(), sums.data(), gradients.data() });
  backend.synchronize(); // the workspace is about to be freed
}

} // namespace inkray
