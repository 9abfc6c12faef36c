// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Geometry/Mesh/FlatTets.h"
#include "Geometry/Mesh/MeshArrays.h"
#include "Geometry/Mesh/Places/FindMeshPlaces.h"
#include "Geometry/Mesh/TetAdjacency.h"

#include <algorithm>
#include <array>
#include <string>

namespace inkray
{

/// Begin a step of build, given its shares on the CPU, where the caller's arrays are 5 % of the work. On a
/// device, sending them is most of the work.
template <class Backend>
void TetAdjacency<Backend>::step(Backend& backend, double begin, double end)
{
  constexpr double sent = 0.05, sentToDevice = 0.7;
  const auto share = [](double s) {
    return !Backend::isDevice ? s
      : s <= sent             ? s / sent * sentToDevice
                              : sentToDevice + (s - sent) / (1 - sent) * (1 - sentToDevice);
  };
  backend.step(share(begin), share(end));
}

/// Whether bounds lie within those of the whole and span at least a sixteenth of its longest side.
/// Coordinates that are normalized over the whole then lose at most four bits.
inline bool isLargePart(const double bounds[6], const double whole[6])
{
  double longest = 0.0, ofWhole = 0.0;
  bool isWithin = true;
  for (int axis = 0; axis < 3; ++axis)
  {
    longest = std::max(longest, bounds[2 * axis + 1] - bounds[2 * axis]);
    ofWhole = std::max(ofWhole, whole[2 * axis + 1] - whole[2 * axis]);
    isWithin = isWithin && whole[2 * axis] <= bounds[2 * axis] && bounds[2 * axis + 1] <= whole[2 * axis + 1];
  }
  return isWithin && ofWhole <= 16.0 * longest;
}

template <class Backend>
void TetAdjacency<Backend>::build(
  Backend& backend, const TetMeshInput& input, int uploadedMark, bool mayHavePlaces)
{
  if (input.numTets <= 0 || input.numPoints <= 0 || !input.points || !input.connectivity)
    throw InvalidInput("the mesh has no tetrahedra");
  if (input.numPoints >= std::int64_t(noVertex) || input.numTets > (std::int64_t(1) << 30) - 1)
    throw InvalidInput("the mesh is too large: at most 2^32 - 2 points and 2^30 - 1 tetrahedra");
  report = TetMeshReport();
  report.numVertices = input.numPoints;

  // Read the caller's arrays as normalized floats and 32-bit ids.
  step(backend, 0.0, 0.03);
  Array<UInt4> inputTets;
  takeTets(backend, input, inputTets);
  step(backend, 0.03, 0.03); // several short loops
  if (input.part)
    checkPart(input);
  Array<std::uint8_t> placeOf;
  Array<Float3> points;
  if (input.bounds)
    std::copy_n(input.bounds, 6, bounds);
  else
    findUsedBounds(backend, input, inputTets, bounds, placeOf, points);
  if (!input.bounds && input.wholeBounds && isLargePart(bounds, input.wholeBounds))
    std::copy_n(input.wholeBounds, 6, bounds);
  normalize(bounds, center, scale);
  step(backend, 0.03, 0.05);
  takePoints(backend, input, center, scale, points);
  places_ = { { { center[0], center[1], center[2] }, scale, 1.0f, 0 } };
  step(backend, 0.05, 0.05);
  // The pieces of a mesh have coordinates of the whole.
  if (mayHavePlaces && !input.bounds)
    places_ = findMeshPlaces(backend, input, inputTets, places_[0], points, placeOf);
  backend.mark(uploadedMark);

  counts_.reset(backend, 1);
  backend.zero(counts_.data(), sizeof(AdjacencyCounts));
  numTets = input.numTets;
  Array<UInt4> tets;
  {
    Array<std::uint32_t> newId;
    this->placeVertices(backend, points, placeOf, newId);
    placeOf.release();
    this->placeTets(backend, inputTets, points, newId, tets);
  }
  points.release();
  this->linkFaces(backend, tets);
  this->settleFlatTets(backend, tets);
  this->gatherBoundary(backend, tets);

  report.numTets = numTets - static_cast<std::int64_t>(found_.duplicate);
  report.numBoundaryFaces = numBoundaryFaces;
  report.outOfRange = static_cast<std::int64_t>(found_.outOfRange);
  report.nonFinite = static_cast<std::int64_t>(found_.nonFinite);
  report.repeatedVertex = static_cast<std::int64_t>(found_.repeatedVertex);
  report.duplicate = static_cast<std::int64_t>(found_.duplicate);
  report.zeroVolume = static_cast<std::int64_t>(found_.zeroVolume);
  report.inverted = static_cast<std::int64_t>(found_.inverted);
  report.nonManifoldFaces = static_cast<std::int64_t>(found_.nonManifoldFaces);
}

template <class Backend>
void TetAdjacency<Backend>::readCounts(Backend& backend)
{
  backend.copyToHost(&found_, counts_.data(), sizeof(AdjacencyCounts));
}

template <class Backend>
void TetAdjacency<Backend>::placeVertices(Backend& backend, const Array<Float3>& points,
  const Array<std::uint8_t>& placeOf, Array<std::uint32_t>& newId)
{
  const std::int64_t n = points.size();
  Array<std::uint64_t> keys(backend, n);
  originalVertex.reset(backend, n);
  step(backend, 0.05, 0.06);
  const bool arePlaced = places_.size() > 1;
  backend.forEach(n,
    EncodeVertices{
      points.data(), keys.data(), originalVertex.data(), arePlaced ? placeOf.data() : nullptr });
  step(backend, 0.06, 0.06);
  if (arePlaced)
    this->separatePlaces(backend, placeOf);
  step(backend, 0.06, 0.1);
  backend.sortPairs(keys, originalVertex, n, mortonKeyBits + (arePlaced ? 8 : 0));
  keys.release();
  vertices.reset(backend, n);
  newId.reset(backend, n);
  step(backend, 0.1, 0.11);
  backend.forEach(n, PlaceVertices{ points.data(), originalVertex.data(), vertices.data(), newId.data() });
}

/// Find the first vertex of each place. The vertices of a place are consecutive; vertices that no tet uses
/// come last.
template <class Backend>
void TetAdjacency<Backend>::separatePlaces(Backend& backend, const Array<std::uint8_t>& placeOf)
{
  PagedVector<std::uint8_t> ofPoints(static_cast<std::size_t>(placeOf.size()));
  backend.copyToHost(ofPoints.data(), placeOf.data(), placeOf.bytes());
  backend.synchronize();
  std::array<std::uint32_t, 256> counts = {};
  for (const std::uint8_t place : ofPoints)
    ++counts[place];
  for (std::size_t k = 1; k < places_.size(); ++k)
    places_[k].firstVertex = places_[k - 1].firstVertex + counts[k - 1 + firstPlace];
  placesThere_.reset(backend, static_cast<std::int64_t>(places_.size()));
  backend.copyFromHost(placesThere_.data(), places_.data(), placesThere_.bytes());
  backend.synchronize();
}

template <class Backend>
void TetAdjacency<Backend>::placeTets(Backend& backend, Array<UInt4>& input, const Array<Float3>& points,
  const Array<std::uint32_t>& newId, Array<UInt4>& tets)
{
  Array<std::uint64_t> keys(backend, numTets);
  originalTet.reset(backend, numTets);
  step(backend, 0.11, 0.15);
  backend.forEach(
    numTets, EncodeTets{ input.data(), points.data(), keys.data(), originalTet.data(), counts_.data() });
  step(backend, 0.15, 0.23);
  backend.sortPairs(keys, originalTet, numTets, mortonKeyBits);
  keys.release();
  this->readCounts(backend);
  const auto dropped =
    static_cast<std::int64_t>(found_.outOfRange + found_.nonFinite + found_.repeatedVertex);
  numTets -= dropped;
  if (numTets == 0)
    throw InvalidInput("the mesh has no tetrahedron that can be drawn: of " + std::to_string(dropped) + ", " +
      std::to_string(found_.outOfRange) + " have point ids out of range, " +
      std::to_string(found_.nonFinite) + " points that are not finite, " +
      std::to_string(found_.repeatedVertex) + " the same point twice");
  tets.reset(backend, numTets);
  step(backend, 0.23, 0.28);
  backend.forEach(numTets,
    PlaceTets{
      input.data(), originalTet.data(), newId.data(), vertices.data(), tets.data(), counts_.data() });
  input.release();
}

template <class Backend>
void TetAdjacency<Backend>::linkFaces(Backend& backend, const Array<UInt4>& tets)
{
  const std::int64_t numFaces = 4 * numTets;
  int idBits = 1;
  while ((std::int64_t(1) << idBits) < vertices.size())
    ++idBits;
  Array<std::uint64_t> keys(backend, numFaces);
  Array<std::uint32_t> faces(backend, numFaces);
  step(backend, 0.28, 0.32);
  backend.forEach(numTets, EncodeFaces{ tets.data(), idBits, keys.data(), faces.data() });
  step(backend, 0.32, 0.76);
  backend.sortPairs(keys, faces, numFaces, faceKeyBits(idBits));

  links.reset(backend, numFaces);
  step(backend, 0.76, 0.96);
  LinkFaces link{ keys.data(), faces.data(), numFaces, tets.data(), originalTet.data(), nullptr, nullptr,
    links.data(), counts_.data() };
  backend.forEach(numFaces, link);
  this->readCounts(backend);
  if (found_.duplicate == 0)
    return;

  // Duplicates are rare, so linking runs twice then: once to find the copies to remove, once without them.
  Array<std::uint8_t> duplicates(backend, numTets);
  backend.zero(duplicates.data(), duplicates.bytes());
  link.duplicates = duplicates.data();
  backend.forEach(numFaces, link);
  found_.duplicate = found_.nonManifoldFaces = 0;
  backend.copyFromHost(counts_.data(), &found_, sizeof(AdjacencyCounts));
  link.removed = duplicates.data();
  backend.forEach(numFaces, link);
  backend.forEach(numTets, ForgetDuplicates{ duplicates.data(), originalTet.data(), counts_.data() });
  this->readCounts(backend);
}

template <class Backend>
void TetAdjacency<Backend>::settleFlatTets(Backend& backend, const Array<UInt4>& tets)
{
  orientations.release();
  if (found_.zeroVolume == 0)
    return;
  orientations.reset(backend, numTets);
  inkray::settleFlatTets(backend, { tets.data(), vertices.data(), links.data(), orientations.data() },
    numTets, static_cast<std::int64_t>(found_.zeroVolume));
}

template <class Backend>
void TetAdjacency<Backend>::gatherBoundary(Backend& backend, const Array<UInt4>& tets)
{
  Array<std::uint64_t> count(backend, 1);
  Array<std::uint32_t> ids;
  step(backend, 0.96, 0.98);
  std::int64_t capacity = std::max<std::int64_t>(1 << 16, numTets / 8);
  for (;;)
  {
    ids.reset(backend, capacity);
    backend.zero(count.data(), sizeof(std::uint64_t));
    append(backend, numTets, CollectBoundary{ links.data() },
      Queue<std::uint32_t>{ ids.data(), static_cast<std::uint64_t>(capacity), count.data() });
    numBoundaryFaces = static_cast<std::int64_t>(backend.read(count.data()));
    if (numBoundaryFaces <= capacity)
      break;
    capacity = numBoundaryFaces;
  }
  boundaryFaces.release();
  if (numBoundaryFaces == 0) // no tet has a volume
    return;
  // Sort the boundary faces by number, so that every run and both backends store them in the same order.
  Array<std::uint32_t> unused(backend, ids.size());
  backend.zero(unused.data(), unused.bytes());
  step(backend, 0.98, 0.99);
  backend.sortPairs(ids, unused, numBoundaryFaces, 32);
  unused.release();
  boundaryFaces.reset(backend, numBoundaryFaces);
  step(backend, 0.99, 1.0);
  backend.forEach(numBoundaryFaces,
    MakeBoundaryFaces{ ids.data(), tets.data(), vertices.data(), orientations.data(), boundaryFaces.data() });
}

} // namespace inkray
