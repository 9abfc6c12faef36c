// SPDX-License-Identifier: BSD-3-Clause
#include "MeshBlockStyles.h"

#include "ArrayMemory.h"
#include "MeshVolumeArrays.h"
#include "RayCastSession.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkSMPTools.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace
{
/// In units of the range's length: the distance between the starts of two intervals, and a margin by which
/// each interval's function extends beyond its ends, for values that rounding moves there.
constexpr double StepLength = 1.5, Margin = 1.0 / 16;

double ValueAt(vtkDataArray* array, vtkIdType tuple, int component)
{
  if (component >= 0)
  {
    return array->GetComponent(tuple, component);
  }
  double squares = 0;
  for (int c = 0; c < array->GetNumberOfComponents(); ++c)
  {
    squares += array->GetComponent(tuple, c) * array->GetComponent(tuple, c);
  }
  return std::sqrt(squares);
}

template <class Array>
vtkSmartPointer<vtkDataArray> MovedCopy(
  const RayCastArray& array, const std::vector<int>& groups, double step)
{
  const vtkIdType count = array.Array->GetNumberOfTuples();
  auto moved = vtkSmartPointer<Array>::New();
  moved->SetName(array.Array->GetName());
  auto* const values = inkray::filters::allocateTuples(moved.Get(), count);
  if (count > 0)
  {
    array.Array->GetComponent(0, 0); // copies a device array to the host before several threads read it
  }
  vtkSMPTools::For(0, count, [&](vtkIdType first, vtkIdType last) {
    for (vtkIdType i = first; i < last; ++i)
    {
      values[i] = static_cast<typename Array::ValueType>(
        ValueAt(array.Array, i, array.Component) + step * groups[static_cast<std::size_t>(i)]);
    }
  });
  return moved;
}

/// A piecewise-linear function, evaluated at any place.
inkray::TransferFunctionKnot At(const inkray::TransferFunction& function, double scalar)
{
  const auto& knots = function.knots;
  const auto next = std::find_if(knots.begin(), knots.end(),
    [scalar](const inkray::TransferFunctionKnot& knot) { return knot.scalar >= scalar; });
  inkray::TransferFunctionKnot at = next == knots.end() ? knots.back() : *next;
  if (next != knots.begin() && next != knots.end() && next->scalar > scalar)
  {
    const inkray::TransferFunctionKnot& before = *(next - 1);
    const auto share = static_cast<float>((scalar - before.scalar) / (next->scalar - before.scalar));
    const auto mix = [share](float a, float b) { return a + share * (b - a); };
    at.red = mix(before.red, next->red);
    at.green = mix(before.green, next->green);
    at.blue = mix(before.blue, next->blue);
    at.attenuation = mix(before.attenuation, next->attenuation);
  }
  at.scalar = scalar;
  return at;
}
} // namespace

bool MeshBlockStyles::Set(const BlockStyleMap& styles)
{
  if (styles == this->Styles)
  {
    return false;
  }
  this->Styles = styles;
  this->AreGroupsCurrent = false;
  return true;
}

bool MeshBlockStyles::IsAnyTranslucent() const
{
  return std::any_of(this->Styles.begin(), this->Styles.end(),
    [](const auto& style) { return style.second.Opacity < 1 && style.second.Opacity > 0; });
}

const char* MeshBlockStyles::WhyNot(RayCastSession& session, const MeshVolumeArrays& drawn) const
{
  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  return this->ArePointsShared
    ? "ParaView has joined points of different blocks while it moved cells between ranks."
    : !drawn.DrawsVolume      ? nullptr
    : !drawn.Film.isComposite ? "they need the blend mode Composite."
    : drawn.Transfer2D        ? "a 2-D transfer function replaces them."
    : drawn.AreColors ||
      (property->GetColorChannels(0) != 1 && property->GetRGBTransferFunction(0)->GetIndexedLookup())
    ? "neither categories nor components that are colors can have them."
    : nullptr;
}

void MeshBlockStyles::Apply(
  RayCastSession& session, vtkUnstructuredGrid* grid, const std::string& indices, MeshVolumeArrays& drawn)
{
  vtkDataArray* const blocks =
    this->Styles.empty() || indices.empty() ? nullptr : grid->GetCellData()->GetArray(indices.c_str());
  if (!blocks || blocks->GetNumberOfTuples() != grid->GetNumberOfCells())
  {
    this->Release();
    return;
  }
  if (!this->FindGroups(grid, blocks))
  {
    return;
  }
  if (const char* const why = this->WhyNot(session, drawn))
  {
    session.Note(std::string("Colors and opacities of single blocks do not apply: ") + why);
    return;
  }
  this->Move(drawn.Scalars, this->Values);
  if (drawn.Opacity.Array)
  {
    this->Move(drawn.Opacity, this->OpacityValues);
  }
  this->Multiply(drawn.Surfaces);
  drawn.Blocks = this;
}

void MeshBlockStyles::Release()
{
  this->Blocks.Forget();
  this->Cells.Forget();
  this->ForgetGroups();
}

void MeshBlockStyles::ForgetGroups()
{
  this->AreGroupsCurrent = false;
  this->Groups.clear();
  this->GroupOfBlock.clear();
  this->GroupOfCell = {};
  this->GroupOfPoint = {};
  this->ArePointsShared = false;
  this->Values = {};
  this->OpacityValues = {};
}

bool MeshBlockStyles::FindGroups(vtkUnstructuredGrid* grid, vtkDataArray* indices)
{
  const bool hasOtherCells = this->Cells.Update(RayCastKey(grid->GetCells()), [] {});
  if (this->Blocks.Update(RayCastKey(indices), [] {}) || hasOtherCells)
  {
    this->ForgetGroups();
  }
  if (this->AreGroupsCurrent)
  {
    return !this->Groups.empty();
  }
  // A group's number follows from its first block: a changed style does not move the values again.
  std::map<unsigned int, int> groupOfBlock;
  std::vector<BlockStyle> groups;
  const vtkIdType numCells = grid->GetNumberOfCells();
  const auto blockOf = [indices](vtkIdType cell) {
    return static_cast<unsigned int>(indices->GetComponent(cell, 0));
  };
  for (vtkIdType cell = 0; cell < numCells; ++cell)
  {
    const unsigned int block = blockOf(cell);
    if ((cell > 0 && block == blockOf(cell - 1)) || groupOfBlock.count(block) > 0)
    {
      continue;
    }
    const auto style = this->Styles.find(block);
    const BlockStyle look = style == this->Styles.end() ? BlockStyle() : style->second;
    const auto like = std::find(groups.begin(), groups.end(), look);
    groupOfBlock[block] = static_cast<int>(like - groups.begin());
    if (like == groups.end())
    {
      groups.push_back(look);
    }
  }
  if (groupOfBlock != this->GroupOfBlock)
  {
    this->ForgetGroups();
    if (groups.size() > 1)
    {
      this->AssignGroups(grid, groupOfBlock, blockOf);
    }
    this->GroupOfBlock = std::move(groupOfBlock);
  }
  if (groups.size() == 1 && groups.front() == BlockStyle())
  {
    groups.clear();
  }
  this->Groups = std::move(groups);
  this->AreGroupsCurrent = true;
  this->Time.Modified();
  return !this->Groups.empty();
}

void MeshBlockStyles::AssignGroups(vtkUnstructuredGrid* grid, const std::map<unsigned int, int>& groupOfBlock,
  const std::function<unsigned int(vtkIdType)>& blockOf)
{
  this->GroupOfCell.resize(static_cast<std::size_t>(grid->GetNumberOfCells()));
  this->GroupOfPoint.assign(static_cast<std::size_t>(grid->GetNumberOfPoints()), -1);
  vtkNew<vtkIdList> points;
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    const int group = groupOfBlock.at(blockOf(cell));
    this->GroupOfCell[static_cast<std::size_t>(cell)] = group;
    grid->GetCells()->GetCellAtId(cell, points);
    for (vtkIdType i = 0; i < points->GetNumberOfIds(); ++i)
    {
      const auto point = static_cast<std::size_t>(points->GetId(i));
      if (point < this->GroupOfPoint.size()) // a point beyond the grid: the mesh is refused later
      {
        int& found = this->GroupOfPoint[point];
        this->ArePointsShared = this->ArePointsShared || (found >= 0 && found != group);
        found = group;
      }
    }
  }
  std::replace(this->GroupOfPoint.begin(), this->GroupOfPoint.end(), -1, 0); // points of no cell
}

void MeshBlockStyles::Move(RayCastArray& array, MovedArray& moved)
{
  const std::vector<int>& groups =
    array.Association == vtkDataObject::CELL ? this->GroupOfCell : this->GroupOfPoint;
  const bool isMoved =
    !groups.empty() && array.Array->GetNumberOfTuples() == static_cast<vtkIdType>(groups.size());
  moved.Source.Update(RayCastKey(array), [&] {
    moved.Values = nullptr;
    array.Array->GetFiniteRange(moved.Range, array.Component);
    const double length = moved.Range[1] - moved.Range[0];
    moved.Step = length > 0 ? StepLength * length : std::max(1.0, std::abs(moved.Range[0]));
    if (isMoved)
    {
      moved.Values = array.Array->GetDataType() == VTK_FLOAT
        ? MovedCopy<vtkFloatArray>(array, groups, moved.Step)
        : MovedCopy<vtkDoubleArray>(array, groups, moved.Step);
    }
    this->Time.Modified();
  });
  if (moved.Values)
  {
    array.Array = moved.Values;
    array.Component = 0;
  }
}

void MeshBlockStyles::Multiply(IsosurfaceSet& surfaces) const
{
  // Surfaces beyond the range are left out: they would lie in another group's interval.
  IsosurfaceSet all = surfaces;
  all.Surfaces.clear();
  all.Places.clear();
  for (std::size_t i = 0; i < surfaces.Surfaces.size(); ++i)
  {
    const double value = surfaces.Surfaces[i].value;
    for (std::size_t group = 0; group < this->Groups.size(); ++group)
    {
      inkray::Isosurface surface = surfaces.Surfaces[i];
      surface.value = value + this->Values.Step * static_cast<double>(group);
      this->Groups[group].ApplyTo(surface);
      if (surface.opacity > 0 && value >= this->Values.Range[0] && value <= this->Values.Range[1])
      {
        all.Surfaces.push_back(surface);
        all.Places.push_back(surfaces.Places[i]);
      }
    }
  }
  surfaces = all;
}

inkray::TransferFunction MeshBlockStyles::Spread(
  const inkray::TransferFunction& function, bool ofOpacity) const
{
  const MovedArray& moved = ofOpacity ? this->OpacityValues : this->Values;
  const double margin = Margin * moved.Step;
  inkray::TransferFunction spread = function;
  spread.knots.clear();
  spread.fineKnots.clear();
  spread.upperEnds.clear();
  for (std::size_t group = 0; group < this->Groups.size(); ++group)
  {
    const BlockStyle& style = this->Groups[group];
    const auto add = [&](inkray::TransferFunctionKnot knot) {
      knot.scalar += moved.Step * static_cast<double>(group);
      knot.attenuation *= static_cast<float>(style.Opacity);
      if (style.OwnColor && !ofOpacity)
      {
        knot.red = static_cast<float>(style.Color[0]);
        knot.green = static_cast<float>(style.Color[1]);
        knot.blue = static_cast<float>(style.Color[2]);
      }
      spread.knots.push_back(knot);
    };
    const double low = moved.Range[0] - margin, high = moved.Range[1] + margin;
    add(At(function, low));
    for (const inkray::TransferFunctionKnot& knot : function.knots)
    {
      if (knot.scalar > low && knot.scalar < high)
      {
        add(knot);
      }
    }
    add(At(function, high));
    for (const double end : function.upperEnds)
    {
      spread.upperEnds.push_back(end + moved.Step * static_cast<double>(group));
    }
  }
  return spread;
}

void MeshBlockStyles::GetRange(bool ofOpacity, double range[2]) const
{
  std::copy_n((ofOpacity ? this->OpacityValues : this->Values).Range, 2, range);
}
