// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/WorkObserver.h"
#include "GridSource.h"
#include "TetSink.h"
#include "ValueCopies.h"

namespace inkray::filters
{

/// The tets of an unstructured grid and the points that were added. Arrays are empty if the
/// grid's own arrays can be used.
struct TetMesh
{
  TetSink::Counts counts;
  bool plain = false;            ///< the tets use the connectivity of the grid
  RawArray<std::int32_t> tets32; ///< used if all point ids fit
  RawArray<std::int64_t> tets64;
  RawArray<std::int64_t> cellOfTet;
  AddedPoints added;
  RawArray<float> points32;  ///< float points, including the added ones
  RawArray<double> points64; ///< double points, including the added ones; also copies of other types
  bool ownPoints = false;

  std::size_t bytes() const;
};

/// Whether all cells are visible tets and the connectivity has exactly four ids for each.
bool isPlainTets(const GridSource& source);

/// Subdivide all cells in parallel. Throws std::bad_alloc, and Aborted if the observer requests it.
TetMesh buildTetMesh(const GridSource& source, const WorkObserver& observer);

} // namespace inkray::filters
