// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"
#include "vtkNew.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct BlockStyle;
class RayCastMessages;
class vtkDataAssembly;
class vtkDataObject;

using BlockStyleMap = std::map<unsigned int, BlockStyle>; // as in BlockStyle.h

/// Colors and opacities that the Multi-block Inspector sets of single blocks, by selectors as
/// vtkGeometryRepresentation has them: of the hierarchy of the data set, where what is set of a node holds
/// for all below it that have nothing of their own.
class INKRAYREPRESENTATIONS_EXPORT BlockStyles
{
public:
  BlockStyles();
  ~BlockStyles();

  void SetColor(const char* selector, double red, double green, double blue);
  void RemoveColors();
  /// From 0 to 1: values beyond are clamped.
  void SetOpacity(const char* selector, double opacity);
  void RemoveOpacities();

  /// The data set whose blocks they are. One without blocks, and null, has none.
  void SetData(vtkDataObject* data);

  /// The blocks of the data set that have a style, by their flat indices.
  const BlockStyleMap& Get();

  /// Whether one of them lets light through.
  bool IsAnyTranslucent();

  /// Note that nothing of this applies to `what`, where there is something.
  void NoteUnused(RayCastMessages& messages, const std::string& what) const;

private:
  /// The flat indices of the nodes that a selector names, and of all below them in the hierarchy.
  std::vector<unsigned int> Select(const std::string& selector) const;

  std::map<std::string, std::array<double, 3>> Colors; // a node comes before those below it
  std::map<std::string, double> Opacities;
  vtkNew<vtkDataAssembly> Hierarchy;
  bool HasHierarchy = false;
  std::map<unsigned int, unsigned int> Partitions; // number of them, by the flat index of their parent
  const std::unique_ptr<BlockStyleMap> Found;
  bool IsFound = false;
};
