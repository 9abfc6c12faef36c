// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/Mesh/Partition.h"

#include "Core/Errors.h"
#include "Core/FunctionReference.h"
#include "Geometry/Mesh/MeshArrays.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

namespace inkray
{
namespace
{

using Ids = std::vector<std::uint32_t>;

/// The least and greatest coordinates of a tet.
struct Extent
{
  double low[3], high[3];
};

/// The caller's arrays; InvalidInput for types that no mesh has. Their types are asked for at each access,
/// which waits for memory anyway: a partition is compiled once, not for each pair of types.
class MeshReader
{
public:
  explicit MeshReader(const TetMeshInput& mesh)
    : numPoints(mesh.numPoints)
    , points_(mesh.points)
    , ids_(mesh.connectivity)
  {
    visitPoints(
      points_, mesh.pointType, [this](const auto* p) { areDouble_ = sizeof(*p) == sizeof(double); });
    visitIds(ids_, mesh.connectivityType, [this](const auto* id) { areWide_ = sizeof(*id) == 8; });
  }

  const std::int64_t numPoints;

  std::uint64_t corner(std::uint32_t tet, int c) const
  {
    const std::int64_t i = 4 * std::int64_t(tet) + c;
    return static_cast<std::uint64_t>(
      areWide_ ? static_cast<const std::int64_t*>(ids_)[i] : static_cast<const std::int32_t*>(ids_)[i]);
  }
  double coordinate(std::uint64_t point, int axis) const
  {
    const std::uint64_t i = 3 * point + static_cast<std::uint64_t>(axis);
    return areDouble_ ? static_cast<const double*>(points_)[i]
                      : static_cast<double>(static_cast<const float*>(points_)[i]);
  }
  Extent extent(std::uint32_t tet) const
  {
    Extent extent;
    for (int axis = 0; axis < 3; ++axis)
    {
      const double x[4] = { this->coordinate(this->corner(tet, 0), axis),
        this->coordinate(this->corner(tet, 1), axis), this->coordinate(this->corner(tet, 2), axis),
        this->coordinate(this->corner(tet, 3), axis) };
      extent.low[axis] = std::min({ x[0], x[1], x[2], x[3] });
      extent.high[axis] = std::max({ x[0], x[1], x[2], x[3] });
    }
    return extent;
  }

private:
  const void* const points_;
  const void* const ids_;
  bool areDouble_ = false, areWide_ = false;
};

/// Call body(begin, end) for ranges of [0, n) of at least `grain` each on all threads.
void forRanges(std::size_t n, std::size_t grain, FunctionReference<void(std::size_t, std::size_t)> body)
{
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain),
    [&](const tbb::blocked_range<std::size_t>& range) { body(range.begin(), range.end()); });
}
/// Call body(i) for i in [0, n) on all threads, where one call is little work.
template <class Body>
void forAll(std::size_t n, const Body& body)
{
  forRanges(n, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      body(i);
  });
}
/// The same where one call is much work.
template <class Body>
void forEach(std::size_t n, const Body& body)
{
  forRanges(n, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      body(i);
  });
}

/// Blocks of as many as one thread takes at a time.
constexpr std::size_t blockSize = 1 << 16;
std::size_t blocksOf(std::size_t n)
{
  return (n + blockSize - 1) / blockSize;
}
/// Call body(block, begin, end) for the blocks of n on all threads.
template <class Body>
void forBlocks(std::size_t n, const Body& body)
{
  forEach(blocksOf(n),
    [&](std::size_t block) { body(block, block * blockSize, std::min(n, (block + 1) * blockSize)); });
}

/// Builds a partition: walls first, then the rings of tets around what reaches into the boxes.
class Partitioner
{
public:
  Partitioner(const MeshReader& reader, std::int64_t numTets, std::size_t bytesAPiece)
    : reader_(reader)
    , bytesAPiece_(bytesAPiece)
  {
    this->findBounds();
    Ids tets = this->drawableTets(numTets);
    if (tets.empty())
      throw InvalidInput("the mesh has no tetrahedron that can be drawn");
    pointsATet_ = std::min(4.0, double(reader.numPoints) / double(tets.size()));
    result_.nodes.emplace_back();
    this->split(0, AxisBox(), tets, 0);
    this->addRings(numTets);
  }

  MeshPartition take() { return std::move(result_); }

private:
  static constexpr std::uint32_t noPiece = 0xffffffff;

  enum Kind : std::uint8_t
  {
    Good,
    Flat,
    Inverted,
    OutOfRange,
    NonFinite,
    Repeated
  };

  void findBounds()
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      const FiniteRange range = finiteRange(reader_.numPoints,
        [&](std::int64_t i) { return reader_.coordinate(static_cast<std::uint64_t>(i), axis); });
      result_.bounds[2 * axis] = range.low;
      result_.bounds[2 * axis + 1] = range.high;
    }
  }

  /// The tets that can be drawn; the report counts the others, and those of odd shapes.
  Ids drawableTets(std::int64_t numTets)
  {
    double half = 0;
    for (int axis = 0; axis < 3; ++axis)
      half = std::max(half, 0.5 * result_.bounds[2 * axis + 1] - 0.5 * result_.bounds[2 * axis]);
    std::vector<std::uint8_t> kinds(static_cast<std::size_t>(numTets));
    forAll(kinds.size(), [&](std::size_t i) {
      const auto tet = static_cast<std::uint32_t>(i);
      std::uint64_t c[4];
      for (int k = 0; k < 4; ++k)
        c[k] = reader_.corner(tet, k);
      if (std::any_of(c, c + 4, [&](std::uint64_t id) { return id >= std::uint64_t(reader_.numPoints); }))
      {
        kinds[i] = OutOfRange;
        return;
      }
      double p[4][3];
      bool isFinite = true;
      for (int k = 0; k < 4; ++k)
        for (int axis = 0; axis < 3; ++axis)
        {
          p[k][axis] = reader_.coordinate(c[k], axis);
          isFinite = isFinite && std::isfinite(p[k][axis]);
        }
      const bool isRepeated =
        c[0] == c[1] || c[0] == c[2] || c[0] == c[3] || c[1] == c[2] || c[1] == c[3] || c[2] == c[3];
      kinds[i] = !isFinite ? NonFinite : isRepeated ? Repeated : shapeOf(p, half);
    });
    Ids tets;
    std::int64_t counts[6] = {};
    isDrawn_.resize(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i)
    {
      ++counts[kinds[i]];
      isDrawn_[i] = kinds[i] <= Inverted;
      if (isDrawn_[i])
        tets.push_back(static_cast<std::uint32_t>(i));
    }
    TetMeshReport& report = result_.report;
    report.numTets = static_cast<std::int64_t>(tets.size());
    report.numVertices = reader_.numPoints;
    report.zeroVolume = counts[Flat];
    report.inverted = counts[Inverted];
    report.outOfRange = counts[OutOfRange];
    report.nonFinite = counts[NonFinite];
    report.repeatedVertex = counts[Repeated];
    return tets;
  }

  /// The kind of a tet, as the set-up of a mesh counts it (tetShape).
  static Kind shapeOf(const double (&p)[4][3], double half)
  {
    double e[3][3], longest = 0;
    for (int k = 0; k < 3; ++k)
    {
      double length = 0;
      for (int axis = 0; axis < 3; ++axis)
      {
        e[k][axis] = (p[k + 1][axis] - p[0][axis]) / half;
        length += std::abs(e[k][axis]);
      }
      longest = std::max(longest, length);
    }
    const double determinant = (e[0][1] * e[1][2] - e[0][2] * e[1][1]) * e[2][0] +
      (e[0][2] * e[1][0] - e[0][0] * e[1][2]) * e[2][1] + (e[0][0] * e[1][1] - e[0][1] * e[1][0]) * e[2][2];
    if (!(std::abs(determinant) > 2.4e-7 * longest * longest))
      return Flat;
    return determinant < 0 ? Inverted : Good;
  }

  bool isSmallEnough(std::size_t numTets) const
  {
    const auto n = static_cast<std::int64_t>(numTets);
    return estimateMeshBytes(n, static_cast<std::int64_t>(pointsATet_ * double(n))).setUp <= bytesAPiece_;
  }

  void split(std::size_t node, const AxisBox& box, Ids& tets, int depth)
  {
    constexpr int maxDepth = 48;
    Ids below, above;
    int axis = -1;
    double wall = 0;
    if (this->isSmallEnough(tets.size()) || depth == maxDepth || !this->findWall(box, tets, axis, wall) ||
      !this->divide(tets, axis, wall, below, above))
    {
      result_.nodes[node].piece = result_.pieces.size();
      result_.pieces.emplace_back();
      result_.pieces.back().box = box;
      result_.pieces.back().tets = std::move(tets);
      return;
    }
    Ids().swap(tets);
    const std::size_t children = result_.nodes.size();
    result_.nodes.resize(children + 2);
    MeshPartition::Node& wallNode = result_.nodes[node];
    wallNode.axis = axis;
    wallNode.wall = wall;
    wallNode.below = children;
    wallNode.above = children + 1;
    AxisBox boxBelow = box, boxAbove = box;
    boxBelow.high[axis] = boxAbove.low[axis] = wall;
    this->split(children, boxBelow, below, depth + 1);
    this->split(children + 1, boxAbove, above, depth + 1);
  }

  /// The median of the middles of tets, along the axis in which they spread most. The middles are those of
  /// what lies in the box.
  bool findWall(const AxisBox& box, const Ids& tets, int& axis, double& wall) const
  {
    constexpr std::size_t maxSamples = 20001;
    const std::size_t count = std::min(maxSamples, tets.size());
    std::array<std::vector<double>, 3> middles;
    for (std::size_t i = 0; i < count; ++i)
    {
      const Extent extent = reader_.extent(tets[i * tets.size() / count]);
      for (int a = 0; a < 3; ++a)
        middles[static_cast<std::size_t>(a)].push_back(
          0.5 * std::max(extent.low[a], box.low[a]) + 0.5 * std::min(extent.high[a], box.high[a]));
    }
    double most = 0;
    for (int a = 0; a < 3; ++a)
    {
      std::vector<double>& along = middles[static_cast<std::size_t>(a)];
      std::sort(along.begin(), along.end());
      const double median = along[count / 2], spread = along.back() - along.front();
      if (spread > most && median > box.low[a] && median < box.high[a])
      {
        most = spread;
        axis = a;
        wall = median;
      }
    }
    return axis >= 0;
  }

  /// False: a wall divides nothing, or most tets straddle it.
  bool divide(const Ids& tets, int axis, double wall, Ids& below, Ids& above) const
  {
    std::vector<std::uint8_t> sides(tets.size());
    const std::size_t numBlocks = blocksOf(tets.size());
    std::vector<std::size_t> firstBelow(numBlocks + 1), firstAbove(numBlocks + 1);
    forBlocks(tets.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
      {
        const Extent extent = reader_.extent(tets[i]);
        const bool isBelow = extent.low[axis]<wall, isAbove = extent.high[axis]> wall || !isBelow;
        sides[i] = static_cast<std::uint8_t>((isBelow ? 1 : 0) | (isAbove ? 2 : 0));
        firstBelow[block + 1] += isBelow;
        firstAbove[block + 1] += isAbove;
      }
    });
    std::partial_sum(firstBelow.begin(), firstBelow.end(), firstBelow.begin());
    std::partial_sum(firstAbove.begin(), firstAbove.end(), firstAbove.begin());
    const std::size_t numBelow = firstBelow.back(), numAbove = firstAbove.back();
    if (numBelow == 0 || numAbove == 0 || numBelow + numAbove > 2 * tets.size() - tets.size() / 8 ||
      std::max(numBelow, numAbove) == tets.size())
      return false;
    below.resize(numBelow);
    above.resize(numAbove);
    forBlocks(tets.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::size_t toBelow = firstBelow[block], toAbove = firstAbove[block];
      for (std::size_t i = begin; i < end; ++i)
      {
        if ((sides[i] & 1) != 0)
          below[toBelow++] = tets[i];
        if ((sides[i] & 2) != 0)
          above[toAbove++] = tets[i];
      }
    });
    return true;
  }

  /// A point and one of the pieces that the tets around it reach into.
  using PointPiece = std::pair<std::uint32_t, std::uint32_t>;

  /// Each piece is given all tets around the points of those that reach into its box.
  void addRings(std::int64_t numTets)
  {
    std::vector<MeshPiece>& pieces = result_.pieces;
    forEach(pieces.size(), [&](std::size_t p) { this->findOccupied(pieces[p]); });
    this->findPoints();
    if (pieces.size() == 1)
      return;
    // Most points have one piece; others have the first here, and the rest in a list.
    std::vector<std::atomic<std::uint32_t>> first(static_cast<std::size_t>(reader_.numPoints));
    forAll(first.size(), [&](std::size_t i) { first[i].store(noPiece, std::memory_order_relaxed); });
    forEach(pieces.size(), [&](std::size_t p) {
      for (const std::uint32_t point : pieces[p].points)
      {
        std::uint32_t seen = first[point].load(std::memory_order_relaxed);
        while (p < seen &&
          !first[point].compare_exchange_weak(seen, static_cast<std::uint32_t>(p), std::memory_order_relaxed))
          ;
      }
    });
    std::vector<std::vector<PointPiece>> othersOf(pieces.size());
    forEach(pieces.size(), [&](std::size_t p) {
      for (const std::uint32_t point : pieces[p].points)
        if (first[point].load(std::memory_order_relaxed) != p)
          othersOf[p].emplace_back(point, static_cast<std::uint32_t>(p));
    });
    std::vector<PointPiece> others;
    for (std::vector<PointPiece>& own : othersOf)
    {
      others.insert(others.end(), own.begin(), own.end());
      std::vector<PointPiece>().swap(own);
    }
    tbb::parallel_sort(others.begin(), others.end());
    std::vector<bool> isShared(first.size());
    for (const PointPiece& other : others)
      isShared[other.first] = true;

    // The tets of each block of all tets, by piece; then those of all blocks one behind the other.
    const auto numAll = static_cast<std::size_t>(numTets);
    std::vector<std::vector<Ids>> found(blocksOf(numAll), std::vector<Ids>(pieces.size()));
    forBlocks(numAll, [&](std::size_t block, std::size_t begin, std::size_t end) {
      Ids of;
      for (std::size_t i = begin; i < end; ++i)
      {
        if (!isDrawn_[i])
          continue;
        const auto tet = static_cast<std::uint32_t>(i);
        of.clear();
        for (int c = 0; c < 4; ++c)
        {
          const auto point = static_cast<std::uint32_t>(reader_.corner(tet, c));
          of.push_back(first[point].load(std::memory_order_relaxed));
          if (isShared[point])
            for (auto at = std::lower_bound(others.begin(), others.end(), PointPiece(point, 0u));
                 at != others.end() && at->first == point; ++at)
              of.push_back(at->second);
        }
        std::sort(of.begin(), of.end());
        of.erase(std::unique(of.begin(), of.end()), of.end());
        for (const std::uint32_t p : of)
          found[block][p].push_back(tet);
      }
    });
    forEach(pieces.size(), [&](std::size_t p) {
      Ids& tets = pieces[p].tets;
      tets.clear();
      for (std::vector<Ids>& block : found)
      {
        tets.insert(tets.end(), block[p].begin(), block[p].end());
        Ids().swap(block[p]);
      }
      tets.shrink_to_fit();
    });
    this->findPoints();
  }

  /// The corners of the tets of each piece, each once, in ascending order.
  void findPoints()
  {
    const std::size_t numWords = (static_cast<std::size_t>(reader_.numPoints) + 63) / 64;
    tbb::enumerable_thread_specific<std::vector<std::uint64_t>> marks(
      [numWords] { return std::vector<std::uint64_t>(numWords); });
    forEach(result_.pieces.size(), [&](std::size_t p) {
      MeshPiece& piece = result_.pieces[p];
      // A thread that waits takes no other piece meanwhile: nothing within runs in parallel.
      std::vector<std::uint64_t>& isCorner = marks.local();
      for (const std::uint32_t tet : piece.tets)
        for (int c = 0; c < 4; ++c)
        {
          const std::uint64_t point = reader_.corner(tet, c);
          isCorner[point >> 6] |= std::uint64_t(1) << (point & 63);
        }
      piece.points.clear();
      for (std::size_t word = 0; word < numWords; ++word)
        for (; isCorner[word] != 0; isCorner[word] &= isCorner[word] - 1)
          piece.points.push_back(
            static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(lowestBit64(isCorner[word])));
      piece.points.shrink_to_fit();
    });
  }

  void findOccupied(MeshPiece& piece) const
  {
    Extent all;
    std::fill_n(all.low, 3, AxisBox::infinity);
    std::fill_n(all.high, 3, -AxisBox::infinity);
    for (const std::uint32_t tet : piece.tets)
    {
      const Extent extent = reader_.extent(tet);
      for (int axis = 0; axis < 3; ++axis)
      {
        all.low[axis] = std::min(all.low[axis], extent.low[axis]);
        all.high[axis] = std::max(all.high[axis], extent.high[axis]);
      }
    }
    for (int axis = 0; axis < 3; ++axis)
    {
      piece.occupied.low[axis] = std::max(piece.box.low[axis], all.low[axis]);
      piece.occupied.high[axis] = std::min(piece.box.high[axis], all.high[axis]);
    }
  }

  const MeshReader reader_;
  const std::size_t bytesAPiece_;
  double pointsATet_ = 0;
  std::vector<bool> isDrawn_; ///< of all tets
  MeshPartition result_;
};

} // namespace

MeshBytes estimateMeshBytes(std::int64_t numTets, std::int64_t numPoints)
{
  const auto tets = static_cast<std::size_t>(std::max<std::int64_t>(numTets, 0));
  const auto points = static_cast<std::size_t>(std::max<std::int64_t>(numPoints, 0));
  // Faces are sorted with 96 bytes a tet beside the 36 of the tets and 20 a point (TetAdjacency.h). Values of
  // cells have 4 bytes a tet and a colour of 16.
  return { 124 * tets + 32 * points, 64 * tets + 24 * points };
}

MeshPartition partition(const TetMeshInput& mesh, std::size_t bytesAPiece)
{
  if (mesh.numTets <= 0 || mesh.numPoints <= 0 || !mesh.points || !mesh.connectivity)
    throw InvalidInput("the mesh has no tetrahedra");
  constexpr std::int64_t mostIds = 0xfffffffe;
  if (mesh.numTets > mostIds || mesh.numPoints > mostIds)
    throw InvalidInput("the mesh is too large: at most 2^32 - 2 points and as many tetrahedra");
  return Partitioner(MeshReader(mesh), mesh.numTets, bytesAPiece).take();
}

PieceMesh meshOfPiece(const TetMeshInput& whole, const MeshPiece& piece, std::vector<std::uint32_t>& localIds)
{
  PieceMesh result;
  const std::size_t bytesAPoint = 3 * sizeOf(whole.pointType);
  localIds.resize(static_cast<std::size_t>(whole.numPoints));
  result.points.resize(bytesAPoint * piece.points.size());
  forAll(piece.points.size(), [&](std::size_t i) {
    localIds[piece.points[i]] = static_cast<std::uint32_t>(i);
    std::copy_n(static_cast<const char*>(whole.points) + bytesAPoint * piece.points[i], bytesAPoint,
      result.points.data() + bytesAPoint * i);
  });
  result.connectivity.resize(4 * piece.tets.size());
  visitIds(whole.connectivity, whole.connectivityType, [&](const auto* ids) {
    forAll(piece.tets.size(), [&](std::size_t i) {
      for (std::size_t c = 0; c < 4; ++c)
        result.connectivity[4 * i + c] = static_cast<std::int32_t>(
          localIds[static_cast<std::size_t>(ids[4 * std::size_t(piece.tets[i]) + c])]);
    });
  });
  result.input = whole;
  result.input.points = result.points.data();
  result.input.numPoints = static_cast<std::int64_t>(piece.points.size());
  result.input.connectivity = result.connectivity.data();
  result.input.connectivityType = ValueType::Int32;
  result.input.numTets = static_cast<std::int64_t>(piece.tets.size());
  result.input.pointMemory = result.input.connectivityMemory = MemorySpace::Host;
  return result;
}

std::vector<std::size_t> MeshPartition::frontToBack(const Camera& camera) const
{
  // The eye of a perspective, or the way of the rays of a parallel projection, in coordinates of the mesh.
  double inverse[9];
  double eye[3] = { 0, 0, 0 };
  const double* const E = camera.meshToEye;
  const double* const P = camera.eyeToClip;
  const bool isParallel = camera.isParallel();
  if (invertLinearPart(E, inverse))
  {
    const double inEye[3] = { isParallel ? P[2] / P[0] : -E[3], isParallel ? P[6] / P[5] : -E[7],
      isParallel ? -1.0 : -E[11] };
    for (int axis = 0; axis < 3; ++axis)
      eye[axis] =
        inverse[3 * axis] * inEye[0] + inverse[3 * axis + 1] * inEye[1] + inverse[3 * axis + 2] * inEye[2];
  }
  std::vector<std::size_t> order, open = { 0 };
  while (!open.empty())
  {
    const Node& node = nodes[open.back()];
    open.pop_back();
    if (node.axis < 0)
    {
      order.push_back(node.piece);
      continue;
    }
    const bool isBelowFirst = isParallel ? eye[node.axis] > 0 : eye[node.axis] < node.wall;
    open.push_back(isBelowFirst ? node.above : node.below);
    open.push_back(isBelowFirst ? node.below : node.above);
  }
  return order;
}

std::size_t MeshPartition::pieceAt(const double point[3]) const
{
  std::size_t at = 0;
  while (nodes[at].axis >= 0)
    at = point[nodes[at].axis] < nodes[at].wall ? nodes[at].below : nodes[at].above;
  return nodes[at].piece;
}

} // namespace inkray
