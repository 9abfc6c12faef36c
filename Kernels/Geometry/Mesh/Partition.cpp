// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/Mesh/Partition.h"

#include "Core/Errors.h"
#include "Core/HostLoops.h"
#include "Geometry/Mesh/BlocksOfPoints.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"
#include "Geometry/Mesh/TetReader.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace inkray
{
namespace
{

using Ids = PagedVector<std::uint32_t>;

/// Builds a partition: first the walls, then for each box the tets that reach into it and their neighbors.
/// All threads share each step, and the result does not depend on the number of threads.
class Partitioner
{
public:
  Partitioner(const TetReader& reader, std::int64_t numTets, std::size_t bytesABlock)
    : reader_(reader)
    , numTets_(static_cast<std::size_t>(numTets))
    , bytesABlock_(bytesABlock)
  {
    this->findBounds();
    Ids tets = this->drawableTets();
    if (tets.empty())
      throw InvalidInput("the mesh has no tetrahedron that can be drawn");
    pointsATet_ = std::min(4.0, double(reader.numPoints) / double(tets.size()));
    result_.nodes.emplace_back();
    this->split(0, AxisBox(), tets, 0);
    this->addRings();
    this->findPoints();
  }

  MeshPartition take() { return std::move(result_); }

private:
  enum Kind : std::uint8_t
  {
    Good,
    Flat,
    Inverted,
    OutOfRange,
    NonFinite,
    Repeated,
    NumKinds
  };

  /// Find the bounds of the tets that can be drawn.
  void findBounds()
  {
    constexpr double none = std::numeric_limits<double>::infinity();
    using Box = std::array<double, 6>;
    std::vector<Box> boxes(hostBlocksOf(numTets_));
    forBlocks(numTets_, [&](std::size_t block, std::size_t begin, std::size_t end) {
      Box box = { none, -none, none, -none, none, -none };
      double p[4][3];
      for (std::size_t i = begin; i < end; ++i)
        if (this->read(static_cast<std::uint32_t>(i), p) == Good)
          for (const auto& corner : p)
            for (std::size_t axis = 0; axis < 3; ++axis)
            {
              box[2 * axis] = std::min(box[2 * axis], corner[axis]);
              box[2 * axis + 1] = std::max(box[2 * axis + 1], corner[axis]);
            }
      boxes[block] = box;
    });
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      result_.bounds[2 * axis] = none;
      result_.bounds[2 * axis + 1] = -none;
      for (const Box& box : boxes)
      {
        result_.bounds[2 * axis] = std::min(result_.bounds[2 * axis], box[2 * axis]);
        result_.bounds[2 * axis + 1] = std::max(result_.bounds[2 * axis + 1], box[2 * axis + 1]);
      }
    }
  }

  /// Find the tets that can be drawn. The report counts the other tets, and tets of irregular shapes.
  Ids drawableTets()
  {
    double center[3], scale = 1;
    normalize(result_.bounds, center, scale);
    result_.isDrawn.resize((numTets_ + 63) / 64);
    std::vector<std::array<std::int64_t, NumKinds>> countsOf(hostBlocksOf(numTets_));
    forBlocks(numTets_, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::array<std::int64_t, NumKinds> counts = {};
      for (std::size_t first = begin; first < end; first += 64)
      {
        std::uint64_t word = 0;
        for (std::size_t i = first; i < std::min(first + 64, end); ++i)
        {
          const Kind kind = this->kindOf(static_cast<std::uint32_t>(i), scale);
          ++counts[kind];
          word |= std::uint64_t(kind <= Inverted) << (i - first);
        }
        result_.isDrawn[first / 64] = word;
      }
      countsOf[block] = counts;
    });
    std::array<std::int64_t, NumKinds> counts = {};
    std::vector<std::size_t> firstOf;
    for (const std::array<std::int64_t, NumKinds>& own : countsOf)
    {
      firstOf.push_back(static_cast<std::size_t>(counts[Good] + counts[Flat] + counts[Inverted]));
      std::transform(counts.begin(), counts.end(), own.begin(), counts.begin(), std::plus<>());
    }
    Ids tets(static_cast<std::size_t>(counts[Good] + counts[Flat] + counts[Inverted]));
    forBlocks(numTets_, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::size_t to = firstOf[block];
      for (std::size_t i = begin; i < end; ++i)
        if (this->isDrawn(i))
          tets[to++] = static_cast<std::uint32_t>(i);
    });
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
  bool isDrawn(std::size_t tet) const { return (result_.isDrawn[tet / 64] >> (tet % 64) & 1) != 0; }

  /// Read the corners of a tet into `p`. Returns why the tet cannot be drawn, or Good, whatever its shape.
  Kind read(std::uint32_t tet, double (&p)[4][3]) const
  {
    std::uint64_t c[4];
    for (int k = 0; k < 4; ++k)
      c[k] = reader_.corner(tet, k);
    if (std::any_of(c, c + 4, [&](std::uint64_t id) { return id >= std::uint64_t(reader_.numPoints); }))
      return OutOfRange;
    bool isFinite = true;
    for (int k = 0; k < 4; ++k)
      for (int axis = 0; axis < 3; ++axis)
      {
        p[k][axis] = reader_.coordinate(c[k], axis);
        isFinite = isFinite && std::isfinite(p[k][axis]);
      }
    const bool isRepeated =
      c[0] == c[1] || c[0] == c[2] || c[0] == c[3] || c[1] == c[2] || c[1] == c[3] || c[2] == c[3];
    return !isFinite ? NonFinite : isRepeated ? Repeated : Good;
  }

  Kind kindOf(std::uint32_t tet, double scale) const
  {
    double p[4][3];
    const Kind kind = this->read(tet, p);
    return kind == Good ? shapeOf(p, scale) : kind;
  }

  /// The kind of a tet, as the set-up of a mesh counts it.
  static Kind shapeOf(const double (&p)[4][3], double scale)
  {
    double e[3][3];
    for (int k = 0; k < 3; ++k)
      for (int axis = 0; axis < 3; ++axis)
        e[k][axis] = (p[k + 1][axis] - p[0][axis]) * scale;
    const TetShape shape = shapeOfEdges(e[0], e[1], e[2]);
    return shape.flat ? Flat : shape.determinant < 0 ? Inverted : Good;
  }

  bool isSmallEnough(std::size_t numTets) const
  {
    const auto n = static_cast<std::int64_t>(numTets);
    return estimateMeshBytes(n, static_cast<std::int64_t>(pointsATet_ * double(n))).setUp <= bytesABlock_;
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

  /// Choose the wall between the two halves of a box: a plane at the median of the centers of the tets,
  /// perpendicular to the axis along which these centers are spread most. If a tet reaches out of the box,
  /// the center of its part in the box counts. Of many tets, only a sample is used. Returns false if no such
  /// plane lies inside the box.
  bool findWall(const AxisBox& box, const Ids& tets, int& axis, double& wall) const
  {
    constexpr std::size_t maxSamples = 20001;
    const std::size_t count = std::min(maxSamples, tets.size());
    std::array<std::vector<double>, 3> middles;
    for (std::vector<double>& along : middles)
      along.resize(count);
    forRanges(count, 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        for (std::size_t a = 0; a < 3; ++a)
        {
          double low, high;
          reader_.extent(tets[i * tets.size() / count], static_cast<int>(a), low, high);
          middles[a][i] = 0.5 * std::max(low, box.low[a]) + 0.5 * std::min(high, box.high[a]);
        }
    });
    double most = 0;
    for (int a = 0; a < 3; ++a)
    {
      std::vector<double>& along = middles[static_cast<std::size_t>(a)];
      const auto [least, greatest] = std::minmax_element(along.begin(), along.end());
      const double spread = *greatest - *least;
      const auto middle = along.begin() + static_cast<std::ptrdiff_t>(count / 2);
      std::nth_element(along.begin(), middle, along.end());
      const double median = *middle;
      if (spread > most && median > box.low[a] && median < box.high[a])
      {
        most = spread;
        axis = a;
        wall = median;
      }
    }
    return axis >= 0;
  }

  /// Divide tets at a wall. Returns false if one side is empty, or if most tets straddle the wall.
  bool divide(const Ids& tets, int axis, double wall, Ids& below, Ids& above) const
  {
    PagedVector<std::uint8_t> sides(tets.size());
    const std::size_t numBlocks = hostBlocksOf(tets.size());
    std::vector<std::size_t> firstBelow(numBlocks + 1), firstAbove(numBlocks + 1);
    forBlocks(tets.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::size_t numBelow = 0, numAbove = 0;
      for (std::size_t i = begin; i < end; ++i)
      {
        double low, high;
        reader_.extent(tets[i], axis, low, high);
        const bool isBelow = low < wall;
        const bool isAbove = high > wall || !isBelow;
        sides[i] = static_cast<std::uint8_t>((isBelow ? 1 : 0) | (isAbove ? 2 : 0));
        numBelow += isBelow;
        numAbove += isAbove;
      }
      firstBelow[block + 1] = numBelow;
      firstAbove[block + 1] = numAbove;
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

  /// The least and the greatest coordinates of tets.
  struct Extent
  {
    double low[3] = { AxisBox::infinity, AxisBox::infinity, AxisBox::infinity };
    double high[3] = { -AxisBox::infinity, -AxisBox::infinity, -AxisBox::infinity };

    void add(int axis, double least, double greatest)
    {
      low[axis] = std::min(low[axis], least);
      high[axis] = std::max(high[axis], greatest);
    }
  };

  /// Give each piece all tets around the points of the tets that reach into its box.
  void addRings()
  {
    std::vector<MeshBlock>& pieces = result_.pieces;
    BlocksOfPoints piecesOf(pieces.size() > 1 ? static_cast<std::size_t>(reader_.numPoints) : 0);
    for (std::size_t p = 0; p < pieces.size(); ++p)
      this->findOccupied(p, piecesOf);
    if (pieces.size() == 1)
      return;
    piecesOf.finish();

    // Find the piece of each tet, or `several`, and count them for each block, so that each block knows where
    // its tets go.
    const std::size_t numPieces = pieces.size(), numBlocks = hostBlocksOf(numTets_);
    PagedVector<std::uint16_t> pieceOf(numTets_);
    std::vector<std::size_t> places(numBlocks * numPieces);
    forBlocks(numTets_, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::vector<std::uint32_t> own;
      std::size_t* const counts = &places[block * numPieces];
      for (std::size_t i = begin; i < end; ++i)
      {
        pieceOf[i] = several;
        if (!this->isDrawn(i))
          continue;
        this->findPieces(static_cast<std::uint32_t>(i), piecesOf, own);
        if (own.size() == 1 && own[0] < several)
          pieceOf[i] = static_cast<std::uint16_t>(own[0]);
        for (const std::uint32_t p : own)
          ++counts[p];
      }
    });
    for (std::size_t p = 0; p < numPieces; ++p)
    {
      std::size_t count = 0;
      for (std::size_t block = 0; block < numBlocks; ++block)
        count += std::exchange(places[block * numPieces + p], count);
      Ids(count).swap(pieces[p].tets);
    }
    forBlocks(numTets_, [&](std::size_t block, std::size_t begin, std::size_t end) {
      std::vector<std::uint32_t> own;
      std::size_t* const to = &places[block * numPieces];
      for (std::size_t i = begin; i < end; ++i)
      {
        const auto tet = static_cast<std::uint32_t>(i);
        if (pieceOf[i] != several)
        {
          pieces[pieceOf[i]].tets[to[pieceOf[i]]++] = tet;
          continue;
        }
        if (!this->isDrawn(i))
          continue;
        this->findPieces(tet, piecesOf, own);
        for (const std::uint32_t p : own)
          pieces[p].tets[to[p]++] = tet;
      }
    });
  }

  /// The pieces that have a tet, in ascending order: all pieces into which tets around its corners reach.
  void findPieces(std::uint32_t tet, const BlocksOfPoints& piecesOf, std::vector<std::uint32_t>& pieces) const
  {
    pieces.clear();
    std::uint32_t of[4];
    for (int c = 0; c < 4; ++c)
      of[c] = piecesOf.of(static_cast<std::uint32_t>(reader_.corner(tet, c)));
    if (of[0] == of[1] && of[0] == of[2] && of[0] == of[3])
      return piecesOf.forEach(of[0], [&](std::uint32_t p) { pieces.push_back(p); });
    for (const std::uint32_t own : of)
      piecesOf.forEach(own, [&](std::uint32_t p) { pieces.push_back(p); });
    std::sort(pieces.begin(), pieces.end());
    pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  }

  /// Find the part of a piece's box that contains its tets; register their corners as points of the piece.
  void findOccupied(std::size_t p, BlocksOfPoints& piecesOf)
  {
    MeshBlock& piece = result_.pieces[p];
    const bool isAlone = result_.pieces.size() == 1;
    std::vector<Extent> extents(hostBlocksOf(piece.tets.size()));
    forBlocks(piece.tets.size(), [&](std::size_t block, std::size_t begin, std::size_t end) {
      BlocksOfPoints::Recent recent;
      Extent own;
      for (std::size_t i = begin; i < end; ++i)
        for (int c = 0; c < 4; ++c)
        {
          const std::uint64_t point = reader_.corner(piece.tets[i], c);
          for (int axis = 0; axis < 3; ++axis)
          {
            const double x = reader_.coordinate(point, axis);
            own.add(axis, x, x);
          }
          if (!isAlone)
            piecesOf.add(static_cast<std::uint32_t>(point), static_cast<std::uint32_t>(p), recent);
        }
      extents[block] = own;
    });
    Extent all;
    for (const Extent& own : extents)
      for (int axis = 0; axis < 3; ++axis)
        all.add(axis, own.low[axis], own.high[axis]);
    for (int axis = 0; axis < 3; ++axis)
    {
      piece.occupied.low[axis] = std::max(piece.box.low[axis], all.low[axis]);
      piece.occupied.high[axis] = std::min(piece.box.high[axis], all.high[axis]);
    }
  }

  /// Find the corners of the tets of each piece, each once, in ascending order.
  void findPoints()
  {
    const std::size_t numWords = (static_cast<std::size_t>(reader_.numPoints) + 63) / 64;
    PagedVector<std::atomic<std::uint64_t>> isCorner(numWords);
    forAll(numWords, [&](std::size_t i) { isCorner[i].store(0, std::memory_order_relaxed); });
    for (MeshBlock& piece : result_.pieces)
    {
      forBlocks(piece.tets.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          for (int c = 0; c < 4; ++c)
          {
            const std::uint64_t point = reader_.corner(piece.tets[i], c),
                                bit = std::uint64_t(1) << (point & 63);
            std::atomic<std::uint64_t>& word = isCorner[point >> 6];
            if ((word.load(std::memory_order_relaxed) & bit) == 0)
              word.fetch_or(bit, std::memory_order_relaxed);
          }
      });
      const std::size_t numRanges = (numWords + wordsAtATime - 1) / wordsAtATime;
      std::vector<std::size_t> firstOf(numRanges + 1);
      const auto forWords = [&](const auto& act) {
        forRanges(numRanges, 1, [&](std::size_t begin, std::size_t end) {
          for (std::size_t range = begin; range < end; ++range)
            for (std::size_t w = range * wordsAtATime; w < std::min(numWords, (range + 1) * wordsAtATime);
                 ++w)
              if (const std::uint64_t word = isCorner[w].load(std::memory_order_relaxed))
                act(range, w, word);
        });
      };
      forWords([&](std::size_t range, std::size_t, std::uint64_t word) {
        firstOf[range + 1] += static_cast<std::size_t>(__builtin_popcountll(word));
      });
      std::partial_sum(firstOf.begin(), firstOf.end(), firstOf.begin());
      piece.points.resize(firstOf.back());
      forWords([&](std::size_t range, std::size_t w, std::uint64_t word) {
        for (; word != 0; word &= word - 1)
          piece.points[firstOf[range]++] =
            static_cast<std::uint32_t>(64 * w + static_cast<std::size_t>(lowestBit64(word)));
        isCorner[w].store(0, std::memory_order_relaxed);
      });
    }
  }

  static constexpr std::uint16_t several = 0xffff; ///< or no piece
  static constexpr std::size_t wordsAtATime = 2048;

  const TetReader reader_;
  const std::size_t numTets_; ///< including tets that cannot be drawn
  const std::size_t bytesABlock_;
  double pointsATet_ = 0;
  MeshPartition result_;
};

} // namespace

MeshBytes estimateMeshBytes(std::int64_t numTets, std::int64_t numPoints)
{
  const auto tets = static_cast<std::size_t>(std::max<std::int64_t>(numTets, 0));
  const auto points = static_cast<std::size_t>(std::max<std::int64_t>(numPoints, 0));
  // Sorting the faces takes 96 bytes for each tet, in addition to 36 for each tet and 20 for each point
  // (TetAdjacency.h). Values of cells take 4 bytes for each tet and 16 for a color.
  return { 124 * tets + 32 * points, 64 * tets + 24 * points };
}

MeshPartition partition(const TetMeshInput& mesh, std::size_t bytesABlock)
{
  if (mesh.numTets <= 0 || mesh.numPoints <= 0 || !mesh.points || !mesh.connectivity)
    throw InvalidInput("the mesh has no tetrahedra");
  constexpr std::int64_t mostIds = 0xfffffffe;
  if (mesh.numTets > mostIds || mesh.numPoints > mostIds)
    throw InvalidInput("the mesh is too large: at most 2^32 - 2 points and as many tetrahedra");
  return Partitioner(TetReader(mesh), mesh.numTets, bytesABlock).take();
}

BlockMesh::BlockMesh(const TetMeshInput& whole, const MeshBlock& piece, PagedVector<std::uint32_t>& localIds)
  : input(whole)
{
  localIds.resize(static_cast<std::size_t>(whole.numPoints));
  forAll(
    piece.points.size(), [&](std::size_t i) { localIds[piece.points[i]] = static_cast<std::uint32_t>(i); });
  part_ = { piece.points.data(), piece.tets.data(), localIds.data() };
  input.part = &part_;
  input.numPoints = static_cast<std::int64_t>(piece.points.size());
  input.numTets = static_cast<std::int64_t>(piece.tets.size());
}

void findTuples(const Field& field, const PagedVector<std::uint32_t>& ids, PagedVector<std::int64_t>& tuples)
{
  tuples.resize(ids.size());
  forAll(ids.size(),
    [&](std::size_t i) { tuples[i] = field.tupleOf ? field.tupleOf[ids[i]] : std::int64_t(ids[i]); });
}

std::vector<std::size_t> MeshPartition::frontToBack(const Camera& camera) const
{
  double eye[3];
  findEye(camera, eye);
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
    const bool isBelowFirst = camera.isParallel() ? eye[node.axis] > 0 : eye[node.axis] < node.wall;
    open.push_back(isBelowFirst ? node.above : node.below);
    open.push_back(isBelowFirst ? node.below : node.above);
  }
  return order;
}

} // namespace inkray
