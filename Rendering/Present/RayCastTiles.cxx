// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastTiles.h"

#include "VtkRenderingCompat.h"
#include "vtkNew.h"
#include "vtkOpenGLBufferObject.h"
#include "vtkOpenGLQuadHelper.h"
#include "vtkOpenGLVertexArrayObject.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace
{
// Depths jump between two pixels where an object begins or ends. They also jump if their difference exceeds
// this multiple of the difference beside them plus this share of the scene's depth range. Smaller differences
// belong to steep or curved surfaces.
constexpr float Steepness = 3;
constexpr float LeastShare = 0.02f;

/// Whether depths jump between the second and the third of four in a row.
bool HasJump(float before, float low, float high, float after, float least)
{
  const float beside = std::min(std::abs(low - before), std::abs(after - high));
  return (low < 1) != (high < 1) || std::abs(high - low) > Steepness * beside + least;
}
} // namespace

void RayCastTiles::Find(const float* stops, int width, int height, const int viewport[2])
{
  std::copy_n(viewport, 2, this->Size);
  this->ImageHeight = height;
  this->Columns = (viewport[0] + TileSize - 1) / TileSize;
  this->Rows = (viewport[1] + TileSize - 1) / TileSize;
  this->Jumps.assign(static_cast<std::size_t>(this->Columns) * this->Rows, 0);

  float nearest = 1, farthest = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(width) * height; ++i)
  {
    nearest = std::min(nearest, stops[i]);
    farthest = stops[i] < 1 ? std::max(farthest, stops[i]) : farthest;
  }
  if (nearest >= 1)
  {
    return;
  }
  const float least = LeastShare * (farthest - nearest);
  const auto stopAt = [&](int i, int j) { return stops[static_cast<std::size_t>(j) * width + i]; };
  // Beyond the image's border, depths are extrapolated linearly.
  const auto hasJump = [&](int i, int j, int di, int dj) {
    const float low = stopAt(i, j), high = stopAt(i + di, j + dj);
    const bool isFirst = i - di < 0 || j - dj < 0, isLast = i + 2 * di >= width || j + 2 * dj >= height;
    return HasJump(isFirst ? 2 * low - high : stopAt(i - di, j - dj), low, high,
      isLast ? 2 * high - low : stopAt(i + 2 * di, j + 2 * dj), least);
  };
  const double across = static_cast<double>(viewport[0]) / width;
  const double up = static_cast<double>(viewport[1]) / height;
  for (int j = 0; j < height; ++j)
  {
    for (int i = 0; i < width; ++i)
    {
      // A jump marks all pixels of the window that lie between four pixels of the image, if these include
      // both pixels of the jump.
      if (i + 1 < width && hasJump(i, j, 1, 0))
      {
        this->Mark((i + 0.5) * across, (j - 0.5) * up, across, 2 * up);
      }
      if (j + 1 < height && hasJump(i, j, 0, 1))
      {
        this->Mark((i - 0.5) * across, (j + 0.5) * up, 2 * across, up);
      }
    }
  }
}

void RayCastTiles::Mark(double x, double y, double width, double height)
{
  const auto tile = [](double place, int end) {
    return std::clamp(static_cast<int>(std::floor(place / TileSize)), 0, end - 1);
  };
  for (int row = tile(y, this->Rows); row <= tile(y + height, this->Rows); ++row)
  {
    for (int column = tile(x, this->Columns); column <= tile(x + width, this->Columns); ++column)
    {
      this->Jumps[static_cast<std::size_t>(row) * this->Columns + column] = 1;
    }
  }
}

void RayCastTiles::GetRows(int rows[2]) const
{
  rows[0] = 0;
  rows[1] = this->Size[1];
  const auto first = std::find(this->Jumps.begin(), this->Jumps.end(), 1);
  if (this->GetNumberOfTiles() > 0 && first != this->Jumps.end())
  {
    const auto last = std::find(this->Jumps.rbegin(), this->Jumps.rend(), 1);
    const int around = this->Size[1] / this->ImageHeight + 2;
    const auto low = static_cast<int>(first - this->Jumps.begin()) / this->Columns;
    const auto high = static_cast<int>(this->Jumps.rend() - last - 1) / this->Columns;
    rows[0] = std::max(0, low * TileSize - around);
    rows[1] = std::min(this->Size[1], (high + 1) * TileSize + around);
  }
}

int RayCastTiles::GetNumberOfTilesWithJumps() const
{
  return this->GetNumberOfTiles() == 0
    ? 0
    : static_cast<int>(std::count(this->Jumps.begin(), this->Jumps.end(), 1));
}

void RayCastTiles::Draw(vtkOpenGLQuadHelper& quad, bool withJumps) const
{
  if (this->GetNumberOfTiles() == 0)
  {
    if (withJumps)
    {
      quad.Render();
    }
    return;
  }
  // Two triangles for each run of tiles in a row: x and y in [-1, 1], and in the image.
  std::vector<float> vertices;
  for (int row = 0; row < this->Rows; ++row)
  {
    const char* const jumps = this->Jumps.data() + static_cast<std::size_t>(row) * this->Columns;
    for (int begin = 0; begin < this->Columns;)
    {
      const int end =
        static_cast<int>(std::find(jumps + begin, jumps + this->Columns, jumps[begin] ? 0 : 1) - jumps);
      if ((jumps[begin] != 0) == withJumps)
      {
        const int columns[2] = { begin, end }, rows[2] = { row, row + 1 };
        for (const auto& [x, y] :
          { std::pair<int, int>{ 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0 }, { 1, 1 }, { 0, 1 } })
        {
          const float s = static_cast<float>(std::min(columns[x] * TileSize, this->Size[0])) / this->Size[0];
          const float t = static_cast<float>(std::min(rows[y] * TileSize, this->Size[1])) / this->Size[1];
          vertices.insert(vertices.end(), { 2 * s - 1, 2 * t - 1, s, t });
        }
      }
      begin = end;
    }
  }
  if (vertices.empty())
  {
    return;
  }
  vtkNew<vtkOpenGLBufferObject> buffer;
  vtkNew<vtkOpenGLVertexArrayObject> array;
  buffer->Upload(vertices, vtkOpenGLBufferObject::ArrayBuffer);
  array->Bind();
  constexpr std::size_t stride = 4 * sizeof(float);
  if (array->AddAttributeArray(quad.Program, buffer, "ndCoordIn", 0, stride, VTK_FLOAT, 2, false) &&
    array->AddAttributeArray(
      quad.Program, buffer, "texCoordIn", 2 * sizeof(float), stride, VTK_FLOAT, 2, false))
  {
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertices.size() / 4));
  }
  array->Release();
  buffer->Release();
}
