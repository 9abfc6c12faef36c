// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/WorkObserver.h"
#include "GridSource.h"
#include "TetSink.h"
#include "ValueCopies.h"

namespace inkray::filters
{

/// The tets that an unstructured grid is drawn as, with the points added to its own; empty where the grid's
/// own arrays serve.
struct TetMesh
{
  TetSink::Counts counts;
  bool plain = false;            ///< the tets use the connectivity of the grid
  RawArray<std::int32_t> tets32; ///< used while all point ids fit
  RawArray<std::int64_t> tets64;
  RawArray<std::int64_t> cellOfTet;
  AddedPoints added;
  RawArray<float> points32; ///< float points, with the added ones
  RawArray<double>
    points64; ///< double points, with the added ones, or points of arrays that are neither float nor double
  bool ownPoints = false;

  std::size_t bytes() const;
};

/// Whether every cell is a tet that is to be drawn and the connectivity has four ids a cell.
bool isPlainTets(const GridSource& source);

/// Subdivide all cells, in parallel. Throws std::bad_alloc, and Aborted when the observer says so.
TetMesh buildTetMesh(const GridSource& source, const WorkObserver& observer);

} // namespace inkray::filters
