// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class vtkOpenGLQuadHelper;

/// Divides the viewport into tiles in which opaque objects of the scene begin or end, and others. An image
/// smaller than the viewport needs a shader there that is several times as slow as elsewhere, which matters
/// for software rendering.
class RayCastTiles
{
public:
  /// Find the tiles of a viewport in which depths jump. `stops` are the window's depths at the centers of the
  /// pixels of a width x height image, lower row first.
  void Find(const float* stops, int width, int height, const int viewport[2]);
  /// Treat all tiles alike: assume that objects may begin or end in each tile.
  void Forget() { this->Columns = this->Rows = 0; }

  /// Draw the tiles in which depths jump, or the other tiles, with a program that is ready.
  void Draw(vtkOpenGLQuadHelper& quad, bool withJumps) const;

  /// The rows of pixels, from the first one up to, but not including, the last one, whose depths are needed:
  /// rows of tiles with jumps, and of the surrounding pixels of the image.
  void GetRows(int rows[2]) const;

  static constexpr int TileSize = 16; ///< side, in pixels of the window
  int GetNumberOfTiles() const { return this->Columns * this->Rows; }
  int GetNumberOfTilesWithJumps() const;

private:
  void Mark(double x, double y, double width, double height);

  int Size[2] = { 0, 0 }; // of the viewport
  int ImageHeight = 0;
  int Columns = 0, Rows = 0;
  std::vector<char> Jumps; // for each tile, whether depths jump
};
