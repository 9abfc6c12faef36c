// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray::filters
{

/// Receives the tets and added points of the subdivision. Each block of cells is subdivided twice: the first
/// pass only counts tets, and the second writes them to their place.
class TetSink
{
public:
  struct Counts
  {
    std::int64_t tets = 0;
    std::int64_t points = 0;  ///< number of added points
    std::int64_t weights = 0; ///< number of source points of all added points together
    std::int64_t ignored = 0;
    std::int64_t ghosts = 0;
    std::int64_t unsupported = 0;
    std::int64_t invalid = 0;
    Counts& operator+=(const Counts& other);
  };

  /// The arrays of the mesh. Either `tets32` or `tets64` is null.
  struct Output
  {
    std::int32_t* tets32 = nullptr;
    std::int64_t* tets64 = nullptr;
    std::int64_t* cellOfTet = nullptr;
    std::int64_t* weightStart = nullptr; ///< index of the first entry below, for each added point
    std::int64_t* sourcePoint = nullptr;
    double* weight = nullptr;
    std::int64_t firstAddedPoint = 0; ///< the number of points of the grid
  };

  /// A sink that only counts. Added points get ids from `firstAddedPoint`.
  explicit TetSink(std::int64_t firstAddedPoint) { this->out.firstAddedPoint = firstAddedPoint; }
  /// A sink that writes after the tets and points that `start` counts.
  TetSink(const Output& output, const Counts& start)
    : counts(start)
    , out(output)
    , writes(true)
  {
  }
  /// A sink that writes nothing from `end` on, since another thread may have changed cells after they were
  /// counted.
  TetSink(const Output& output, const Counts& start, const Counts& end)
    : TetSink(output, start)
  {
    this->limit = end;
    this->isLimited = true;
  }

  Counts counts;         ///< all tets and points so far, including those before `start`
  std::int64_t cell = 0; ///< the cell that is subdivided
  bool flip = false;     ///< whether to invert its tets

  /// Add a tet of the grid.
  void put(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d)
  {
    if (this->writes && !(this->isLimited && this->counts.tets >= this->limit.tets))
    {
      this->write(a, b, c, d);
    }
    ++this->counts.tets;
  }

  /// Add a tet of a subdivision. Tets with a repeated point are skipped: cells with collapsed edges, such as
  /// a wedge stored as a hexahedron, produce them.
  void cut(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d)
  {
    if (a != b && a != c && a != d && b != c && b != d && c != d)
    {
      this->put(a, b, this->flip ? d : c, this->flip ? c : d);
    }
  }

  /// Add a point, the weighted mean of `n` points. Returns its id.
  std::int64_t addPoint(int n, const std::int64_t* ids, const double* weights);

private:
  void write(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d)
  {
    const std::int64_t ids[4] = { a, b, c, d };
    for (int i = 0; i < 4; ++i)
    {
      if (this->out.tets32)
      {
        this->out.tets32[4 * this->counts.tets + i] = static_cast<std::int32_t>(ids[i]);
      }
      else
      {
        this->out.tets64[4 * this->counts.tets + i] = ids[i];
      }
    }
    this->out.cellOfTet[this->counts.tets] = this->cell;
  }

  Output out;
  bool writes = false;
  bool isLimited = false;
  Counts limit;
};

} // namespace inkray::filters
