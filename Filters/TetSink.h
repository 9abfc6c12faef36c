// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>

namespace inkray::filters
{

/// Receives the tets and added points of the subdivision. Each block of cells is subdivided twice: first its
/// tets are only counted, then they are written to their place.
class TetSink
{
public:
  struct Counts
  {
    std::int64_t tets = 0;
    std::int64_t points = 0;  ///< added points
    std::int64_t weights = 0; ///< source points of all added points together
    std::int64_t ignored = 0;
    std::int64_t ghosts = 0;
    std::int64_t unsupported = 0;
    std::int64_t invalid = 0;
    Counts& operator+=(const Counts& other);
  };

  /// The arrays of the mesh; `tets32` or `tets64` is null.
  struct Output
  {
    std::int32_t* tets32 = nullptr;
    std::int64_t* tets64 = nullptr;
    std::int64_t* cellOfTet = nullptr;
    std::int64_t* weightStart = nullptr; ///< per added point, its first entry below
    std::int64_t* sourcePoint = nullptr;
    double* weight = nullptr;
    std::int64_t firstAddedPoint = 0; ///< number of points of the grid
  };

  /// A sink that only counts. Ids of added points come from `firstAddedPoint` on.
  explicit TetSink(std::int64_t firstAddedPoint) { this->out.firstAddedPoint = firstAddedPoint; }
  /// A sink that writes behind the tets and points counted in `start`.
  TetSink(const Output& output, const Counts& start)
    : counts(start)
    , out(output)
    , writes(true)
  {
  }
  /// A sink that writes the same, but nothing from `end` on: another thread may have changed the cells since
  /// they were counted.
  TetSink(const Output& output, const Counts& start, const Counts& end)
    : TetSink(output, start)
  {
    this->limit = end;
    this->isLimited = true;
  }

  Counts counts;         ///< of all tets and points so far, from the start on
  std::int64_t cell = 0; ///< the cell being subdivided
  bool flip = false;     ///< whether its tets have to be turned inside out

  /// A tet as the grid has it.
  void put(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d)
  {
    if (this->writes && !(this->isLimited && this->counts.tets >= this->limit.tets))
    {
      this->write(a, b, c, d);
    }
    ++this->counts.tets;
  }

  /// A tet made by subdivision. Cells with collapsed edges (a wedge stored as a hexahedron, for example)
  /// leave flat ones behind; these vanish.
  void cut(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d)
  {
    if (a != b && a != c && a != d && b != c && b != d && c != d)
    {
      this->put(a, b, this->flip ? d : c, this->flip ? c : d);
    }
  }

  /// A new point, the weighted mean of `n` points; returns its id.
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
