// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class vtkOpenGLQuadHelper;

/// Tiles of the viewport, told apart by whether opaque things of the scene begin or end in them. There an
/// image that is smaller than the viewport takes a shader that is several times as slow as in the others,
/// which processors that draw in software would feel.
class RayCastTiles
{
public:
  /// Find the tiles of a viewport in which depths jump. `stops` are the window's depths at the centres of the
  /// pixels of a width x height image, lower row first.
  void Find(const float* stops, int width, int height, const int viewport[2]);
  /// All tiles are alike: things may begin or end in each of them.
  void Forget() { this->Columns = this->Rows = 0; }

  /// Draw the tiles in which depths jump, or the others, with a program that is ready.
  void Draw(vtkOpenGLQuadHelper& quad, bool withJumps) const;

  /// The rows of pixels, from the first to behind the last, in which depths count: those of the tiles in
  /// which they jump, and of the pixels of the image around.
  void GetRows(int rows[2]) const;

  static constexpr int TileSize = 16; ///< pixels of the window a side
  int GetNumberOfTiles() const { return this->Columns * this->Rows; }
  int GetNumberOfTilesWithJumps() const;

private:
  void Mark(double x, double y, double width, double height);

  int Size[2] = { 0, 0 }; // of the viewport
  int ImageHeight = 0;
  int Columns = 0, Rows = 0;
  std::vector<char> Jumps; // a tile each
};
