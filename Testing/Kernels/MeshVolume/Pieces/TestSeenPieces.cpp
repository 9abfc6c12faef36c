// SPDX-License-Identifier: BSD-3-Clause
// The pieces of a mesh that a camera sees, and where.
#include "Renderers/MeshVolume/Pieces/SeenPieces.h"

#include "MeshVolume/Pieces/PiecesTest.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// Pieces of a bar along the x axis, from -8 to 8.
MeshPartition partsOfBar()
{
  generator::MeshOptions options;
  options.cells = { 24, 2, 2 };
  options.shape = generator::Shape::Convex;
  OracleScene bar = fromGenerator(options);
  for (std::size_t i = 0; i < bar.points.size(); i += 3)
    bar.points[i] *= 8;
  return partition(meshInput(bar), bytesOf(bar, 3));
}

// A bar that is seen along its axis: each piece lies behind one more.
TEST(SeenPieces, CountWhatLiesBefore)
{
  const MeshPartition parts = partsOfBar();
  ASSERT_GT(parts.pieces.size(), 3u);
  const auto seen = [&parts](const Vector& eye) {
    return seenPieces(parts, parallelCamera(eye, { 0, 0, 0 }, 9, 0.5, 60.0, 128, 128));
  };
  const std::vector<SeenPiece> along = seen({ 30, 1e-3, 2e-3 }), across = seen({ 1e-3, 30, 2e-3 });
  ASSERT_EQ(along.size(), parts.pieces.size());
  double nearest = 100.0;
  for (std::size_t i = 0; i < along.size(); ++i)
  {
    EXPECT_NEAR(along[i].layer, static_cast<double>(i), 0.1) << i;
    EXPECT_LT(parts.pieces[along[i].piece].occupied.high[0], nearest) << "from front to back";
    nearest = parts.pieces[along[i].piece].occupied.high[0];
  }
  for (const SeenPiece& piece : across)
    EXPECT_LT(piece.layer, 0.7) << "beside one another, but for their edges";
}

TEST(SeenPieces, LieInTheirRectangles)
{
  // One end of the bar, 20 pixels per unit of length; cameras of tests are turned so that up is (0.1, 1).
  const MeshPartition parts = partsOfBar();
  const std::vector<SeenPiece> seen =
    seenPieces(parts, parallelCamera({ 4.5, 0, 30 }, { 4.5, 0, 0 }, 3, 0.5, 60.0, 120, 120));
  std::size_t numInView = 0;
  for (std::size_t k = 0; k < parts.pieces.size(); ++k)
  {
    const AxisBox& box = parts.pieces[k].occupied;
    const double unit = 20 / std::sqrt(1.01), left = box.low[0] - 4.5, right = box.high[0] - 4.5;
    const double low[2] = { 60 + unit * (left - 0.1 * box.high[1]), 60 + unit * (0.1 * left + box.low[1]) };
    const double high[2] = { 60 + unit * (right - 0.1 * box.low[1]),
      60 + unit * (0.1 * right + box.high[1]) };
    const auto own =
      std::find_if(seen.begin(), seen.end(), [k](const SeenPiece& piece) { return piece.piece == k; });
    if (high[0] < 0 || low[0] > 120)
    {
      EXPECT_EQ(own, seen.end()) << k;
      continue;
    }
    ++numInView;
    ASSERT_NE(own, seen.end()) << k;
    EXPECT_NEAR(own->x, std::clamp(low[0], 0.0, 119.0), 2.1) << k;
    EXPECT_NEAR(own->x + own->width, std::clamp(high[0], 1.0, 120.0), 3.1) << k;
    EXPECT_NEAR(own->y, low[1], 2.1) << k;
    EXPECT_NEAR(own->y + own->height, high[1], 3.1) << k;
  }
  EXPECT_GT(numInView, 1u);
  EXPECT_LT(numInView, parts.pieces.size());
}

TEST(SeenPieces, ThatReachBehindTheEyeMayBeAnywhere)
{
  // Above a piece, along the bar: the piece covers the lower edge of the picture, which no corner does.
  const MeshPartition parts = partsOfBar();
  const AxisBox& box = parts.pieces[0].occupied;
  const double x = box.low[0] + 0.1 * (box.high[0] - box.low[0]), y = box.high[1] + 0.5;
  for (const SeenPiece& piece :
    seenPieces(parts, perspectiveCamera({ x, y, 0 }, { x + 10, y, 0 }, 90, 0.01, 60.0, 64, 48)))
  {
    EXPECT_EQ(piece.y == 0 && piece.width == 64 && piece.height == 48, piece.piece == 0) << piece.piece;
  }
}

TEST(SeenPieces, AreOneWhereNoneIsInView)
{
  const std::vector<SeenPiece> seen =
    seenPieces(partsOfBar(), perspectiveCamera({ 0, 30, 0 }, { 0, 60, 1 }, 30, 0.5, 60.0, 64, 48));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].width, 64);
  EXPECT_EQ(seen[0].height, 48);
}

} // namespace
