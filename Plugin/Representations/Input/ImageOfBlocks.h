// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <string>
#include <tuple>
#include <vector>

struct ArrayChoice;
class vtkCompositeDataSet;
class vtkImageData;

/// Puts the images of a composite data set together into one, if they lie on one lattice: with the same
/// spacing and direction, and origins that are whole steps apart.
///
/// The image has the arrays that all blocks have. Cells of no block are hidden, and so are cells with a
/// hidden point in their block. Where blocks overlap, a visible cell or point wins over a hidden one, and a
/// hidden one over a ghost; of equals, the first block's wins. For selections, cells have the flat indices of
/// their blocks (UnstructuredInput::CompositeIndices), and MeshVolumePicks::BlockExtents are given.
///
/// On several ranks, each rank makes the image of what it draws: see BlockExchange. Around its box, the image
/// has two layers of ghost cells. Cells also have the rank that has read them
/// (UnstructuredInput::ProcessIds).
class ImageOfBlocks
{
public:
  /// Make the image; while the same blocks do not change, it stays the same object. Blocks without the array
  /// `chosen` are left out if others have it. The image is empty if all blocks are. It is null if the blocks
  /// have a problem; all ranks then have the same problem. All ranks call this together.
  vtkSmartPointer<vtkImageData> Make(vtkCompositeDataSet* input, const ArrayChoice& chosen);

  /// Release the image.
  void Clear() { this->Image = nullptr; }

  ///@{
  /// Sentences for users. Problem: why the last image is null. Note: which blocks it leaves out. Empty if
  /// there is nothing to say.
  const std::string& GetProblem() const { return this->Problem; }
  const std::string& GetNote() const { return this->Note; }
  ///@}

private:
  using BlockKey = std::tuple<vtkImageData*, vtkMTimeType, unsigned int>; // with the flat index

  std::vector<BlockKey> Blocks; // of Image
  vtkSmartPointer<vtkImageData> Image;
  std::string Problem, Note;
};
