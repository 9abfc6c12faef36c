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

/// Draws blocks of one merged mesh in different styles, though a mesh has one transfer function. The values
/// of the blocks of each style are moved into an interval of their own, and the function of each interval is
/// the mesh's function with the opacity and the color of the style. Blocks share no points, so that no value
/// lies between intervals. Gradients, which light follows, stay the same.
class MeshBlockStyles
{
public:
  /// The styles of blocks that have one, by the number that their cells have.
  /// False: they are the same as before.
  bool Set(const BlockStyleMap& styles);

  /// Whether a block lets light through that its opacity function or isosurface would stop.
  bool IsAnyTranslucent() const;

  /// Have a frame of `grid` draw the moved values, and isosurfaces of these. Does nothing where all blocks
  /// look alike. `indices`: the array of the cells with the number of their block. Where the styles cannot be
  /// drawn, a note says why.
  void Apply(
    RayCastSession& session, vtkUnstructuredGrid* grid, const std::string& indices, MeshVolumeArrays& drawn);

  /// A function of the values, or of the values that opacity comes from, as one of the moved values.
  inkray::TransferFunction Spread(const inkray::TransferFunction& function, bool ofOpacity) const;

  /// The range of the values, or of the values that opacity comes from, before they were moved.
  void GetRange(bool ofOpacity, double range[2]) const;

  /// When something changed that Spread depends on.
  vtkMTimeType GetTime() const { return this->Time; }

private:
  /// Range of an array before its values are moved by Step for each group of blocks; without values, where
  /// they stay as they are.
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

  // Blocks of one style are a group. Groups are empty where all look alike, and belong to this array of this
  // mesh.
  RayCastHeld<RayCastKey> Blocks, Cells;
  bool AreGroupsCurrent = false;
  std::map<unsigned int, int> GroupOfBlock;
  std::vector<BlockStyle> Groups;
  std::vector<int> GroupOfCell, GroupOfPoint; // empty where there is one group
  bool ArePointsShared = false;               // by cells of two groups

  MovedArray Values, OpacityValues;
};
