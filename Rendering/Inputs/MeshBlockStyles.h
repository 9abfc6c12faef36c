// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockStyle.h"
#include "RayCastHeld.h"
#include "Shading/TransferFunction.h"
#include "vtkSmartPointer.h"
#include "vtkTimeStamp.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

class RayCastSession;
class vtkUnstructuredGrid;
struct IsosurfaceSet;
struct MeshVolumeArrays;

/// Draws blocks of one merged mesh in different styles, although a mesh has one transfer function. The values
/// of the blocks of each style are moved into a separate interval. In each interval, the function is the
/// mesh's function with the style's opacity and color. Blocks share no points, so no value lies between two
/// intervals. Gradients, which the light needs, stay the same.
class MeshBlockStyles
{
public:
  /// Set the styles, by the block index that cells have; blocks without a style look as usual. Returns false
  /// if nothing has changed.
  bool Set(const BlockStyleMap& styles);

  /// Whether a block is partly transparent, even where its opacity function or isosurface is opaque.
  bool IsAnyTranslucent() const;

  /// Let a frame of `grid` draw the moved values, and isosurfaces of them. Does nothing if all blocks look
  /// alike. `indices` names the cell array with the index of each cell's block. If the styles cannot be
  /// drawn, a note says why.
  void Apply(
    RayCastSession& session, vtkUnstructuredGrid* grid, const std::string& indices, MeshVolumeArrays& drawn);

  /// Transform a function of the values, or of the opacity values, into a function of the moved values.
  inkray::TransferFunction Spread(const inkray::TransferFunction& function, bool ofOpacity) const;

  /// The range of the values, or of the opacity values, before they were moved.
  void GetRange(bool ofOpacity, double range[2]) const;

  /// The time of the last change that affects Spread.
  vtkMTimeType GetTime() const { return this->Time; }

private:
  /// An array whose values are moved by Step for each group of blocks, and its earlier range. Values is null
  /// if no value is moved.
  struct MovedArray
  {
    RayCastHeld<RayCastKey> Source;
    vtkSmartPointer<vtkDataArray> Values;
    double Range[2] = { 0, 0 };
    double Step = 0;
  };

  const char* WhyNot(RayCastSession& session, const MeshVolumeArrays& drawn) const;
  bool FindGroups(vtkUnstructuredGrid* grid, vtkDataArray* indices);
  void AssignGroups(vtkUnstructuredGrid* grid, const std::map<unsigned int, int>& groupOfBlock,
    const std::function<unsigned int(vtkIdType)>& blockOf);
  void Move(RayCastArray& array, MovedArray& moved);
  void Multiply(IsosurfaceSet& surfaces) const;
  void ForgetGroups();
  void Release();

  BlockStyleMap Styles;
  vtkTimeStamp Time;

  // Blocks of one style form a group. If all blocks look alike, there are no groups. Groups belong to one
  // array of block indices and one mesh.
  RayCastHeld<RayCastKey> Blocks, Cells;
  bool AreGroupsCurrent = false;
  std::map<unsigned int, int> GroupOfBlock;
  std::vector<BlockStyle> Groups;
  std::vector<int> GroupOfCell, GroupOfPoint; // empty if there is only one group
  bool ArePointsShared = false;               // cells of two groups share points

  MovedArray Values, OpacityValues;
};
