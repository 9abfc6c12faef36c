// SPDX-License-Identifier: BSD-3-Clause
// Points and ids of tetrahedra: whatever they are, they are a mesh whose links lead to its own tets and
// points, or are refused.
#include "Cooperative/Append.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "FuzzBytes.h"
#include "Geometry/Mesh/TetAdjacencyImpl.h"

#include <string>
#include <vector>

namespace
{

using inkray::HostBackend;
using inkray::TetAdjacency;

template <class Point, class Id>
inkray::TetMeshInput inputOf(const std::vector<Point>& points, const std::vector<Id>& ids)
{
  inkray::TetMeshInput input;
  input.points = points.data();
  input.pointType = sizeof(Point) == 4 ? inkray::ValueType::Float32 : inkray::ValueType::Float64;
  input.numPoints = static_cast<std::int64_t>(points.size() / 3);
  input.connectivity = ids.data();
  input.connectivityType = sizeof(Id) == 4 ? inkray::ValueType::Int32 : inkray::ValueType::Int64;
  input.numTets = static_cast<std::int64_t>(ids.size() / 4);
  return input;
}

void checkMesh(const TetAdjacency<HostBackend>& mesh, const inkray::TetMeshInput& input)
{
  const inkray::TetMeshReport& report = mesh.report;
  require(report.numTets > 0 && report.numVertices == input.numPoints);
  require(report.numTets + report.outOfRange + report.nonFinite + report.repeatedVertex + report.duplicate ==
    input.numTets);
  require(mesh.numTets == report.numTets + report.duplicate);
  require(mesh.vertices.size() == input.numPoints && mesh.originalVertex.size() == input.numPoints);
  for (std::int64_t v = 0; v < input.numPoints; ++v)
    require(mesh.originalVertex.data()[v] < static_cast<std::uint64_t>(input.numPoints));
  std::int64_t removed = 0;
  for (std::int64_t t = 0; t < mesh.numTets; ++t)
  {
    const std::uint32_t original = mesh.originalTet.data()[t];
    removed += original == inkray::noTet ? 1 : 0;
    require(original == inkray::noTet || original < static_cast<std::uint64_t>(input.numTets));
  }
  require(removed == report.duplicate);
  std::int64_t open = 0;
  const std::uint8_t* const orientations = mesh.orientations.data();
  for (std::int64_t face = 0; face < 4 * mesh.numTets; ++face)
  {
    const inkray::UInt2 link = mesh.links.data()[face];
    const bool isRemoved = mesh.originalTet.data()[face / 4] == inkray::noTet ||
      (orientations && orientations[face / 4] == inkray::UnlinkedTet);
    require(!orientations || orientations[face / 4] != inkray::FlatTet);
    require(isRemoved
        ? link.x == inkray::removedLink
        : link.x == inkray::boundaryLink || link.x < static_cast<std::uint64_t>(4 * mesh.numTets));
    require(isRemoved || link.y < static_cast<std::uint64_t>(input.numPoints));
    open += !isRemoved && link.x == inkray::boundaryLink ? 1 : 0;
  }
  require(open == mesh.numBoundaryFaces && report.numBoundaryFaces == open);
  for (std::int64_t i = 0; i < mesh.numBoundaryFaces; ++i)
  {
    const inkray::UInt4 face = mesh.boundaryFaces.data()[i];
    for (const std::uint32_t vertex : { face.x, face.y, face.z })
      require(vertex < static_cast<std::uint64_t>(input.numPoints));
    require(face.w < static_cast<std::uint64_t>(4 * mesh.numTets));
  }
}

template <class Point, class Id>
void build(FuzzBytes& bytes)
{
  std::vector<Point> points(3 * static_cast<std::size_t>(bytes.below(64)));
  for (Point& x : points)
    x = static_cast<Point>(bytes.number());
  const auto numPoints = static_cast<std::int64_t>(points.size() / 3);
  std::vector<Id> ids;
  while (!bytes.isEmpty())
    for (int i = 0; i < 4; ++i)
      ids.push_back(static_cast<Id>(bytes.id(numPoints)));

  const inkray::TetMeshInput input = inputOf(points, ids);
  HostBackend backend;
  TetAdjacency<HostBackend> mesh;
  try
  {
    mesh.build(backend, input, 0);
  }
  catch (const inkray::InvalidInput& refusal)
  {
    require(!std::string(refusal.what()).empty());
    return;
  }
  checkMesh(mesh, input);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  FuzzBytes bytes(data, size);
  switch (bytes.below(4))
  {
    case 0:
      build<float, std::int32_t>(bytes);
      break;
    case 1:
      build<float, std::int64_t>(bytes);
      break;
    case 2:
      build<double, std::int32_t>(bytes);
      break;
    default:
      build<double, std::int64_t>(bytes);
      break;
  }
  return 0;
}
