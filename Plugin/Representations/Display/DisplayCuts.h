// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "BlockStyles.h"
#include "CroppingBox.h"
#include "MeshThreshold.h"
#include "SlicePlanes.h"
#include "vtkIsovalueList.h"

/// The properties that volumes and isosurfaces of meshes share: threshold, cropping, slices, and the styles
/// of single blocks.
struct DisplayCuts
{
  BlockStyles Styles;
  MeshThreshold Threshold; ///< off by default; stock mappers show all cells
  CroppingBox Cropping;    ///< off by default; stock mappers show all
  SlicePlanes Slices;      ///< off by default

  /// Whether parts of the mesh are cut away, or slices shown.
  bool IsCut() const { return this->Threshold.IsOn() || this->Cropping.Use || this->Slices.Use; }
};

/// Declare the commands of ParaView's properties for DisplayCuts in the class of a representation. A change
/// of the threshold that affects prepared data marks the representation as modified, so that the data are
/// prepared again. A selector names a block by its path in the hierarchy of the data set.
#define INKRAY_THRESHOLD_AND_SLICES(cuts)                                                                    \
  INKRAY_COMMAND(SetUseThreshold(bool use), if (cuts.Threshold.SetUse(use)) this->MarkModified())            \
  INKRAY_COMMAND(SelectThresholdArray(int, int, int, int association, const char* name),                     \
    if (cuts.Threshold.Array.Set(association, name)) this->MarkModified())                                   \
  INKRAY_COMMAND(                                                                                            \
    SetThresholdComponent(int component), if (cuts.Threshold.SetComponent(component)) this->MarkModified())  \
  INKRAY_COMMAND(SetThresholdRange(double low, double high), cuts.Threshold.SetRange(low, high))             \
  INKRAY_COMMAND(SetUseSlices(bool use), cuts.Slices.Use = use)                                              \
  INKRAY_COMMAND(SetSliceOpacity(double opacity), cuts.Slices.SetOpacity(opacity))                           \
  INKRAY_COMMAND(SetNumberOfSliceOffsets(int number), cuts.Slices.SetNumberOfOffsets(number))                \
  INKRAY_COMMAND(SetSliceOffset(int i, double offset), cuts.Slices.SetOffset(i, offset))                     \
  INKRAY_COMMAND(SetSliceOrigin(const double origin[3]), cuts.Slices.SetOrigin(origin))                      \
  INKRAY_COMMAND(SetSliceNormal(const double normal[3]), cuts.Slices.SetNormal(normal))
#define INKRAY_CROPPING_AND_STYLES(cuts)                                                                     \
  INKRAY_COMMAND(SetBlockColor(const char* selector, double r, double g, double b),                          \
    cuts.Styles.SetColor(selector, r, g, b))                                                                 \
  INKRAY_COMMAND(RemoveAllBlockColors(), cuts.Styles.RemoveColors())                                         \
  INKRAY_COMMAND(                                                                                            \
    SetBlockOpacity(const char* selector, double opacity), cuts.Styles.SetOpacity(selector, opacity))        \
  INKRAY_COMMAND(RemoveAllBlockOpacities(), cuts.Styles.RemoveOpacities())                                   \
  INKRAY_COMMAND(SetCropping(bool crop), cuts.Cropping.Use = crop)                                           \
  INKRAY_COMMAND(SetCroppingKeepOutside(bool outside), cuts.Cropping.KeepsOutside = outside)                 \
  INKRAY_COMMAND(SetCroppingOrigin(const double origin[3]), cuts.Cropping.SetOrigin(origin))                 \
  INKRAY_COMMAND(SetCroppingRotation(const double degrees[3]), cuts.Cropping.SetRotation(degrees))           \
  INKRAY_COMMAND(SetCroppingScale(const double scale[3]), cuts.Cropping.SetScale(scale))
/// The commands for the isosurfaces in the settings of `mapper`: see vtkIsovalueList::SetRow.
#define INKRAY_ISOSURFACE_COMMANDS(mapper)                                                                   \
  INKRAY_COMMAND(SetIsosurface(int i, double value, double opacity, double visible, double ownColor,         \
                   double red, double green, double blue),                                                   \
    mapper->GetSettings()->GetIsovalues()->SetRow(i, value, opacity, visible, ownColor, red, green, blue))   \
  INKRAY_COMMAND(SetNumberOfIsosurfaceRows(int number),                                                      \
    mapper->GetSettings()->GetIsovalues()->SetNumberOfContours(number))
#define INKRAY_COMMAND(signature, statement)                                                                 \
  void signature                                                                                             \
  {                                                                                                          \
    statement;                                                                                               \
  }
