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

/// Colors and opacities that the Multi-block Inspector sets for single blocks. Selectors are those of
/// vtkGeometryRepresentation: paths in the hierarchy of the data set. The style of a node holds for all nodes
/// below it that have no style.
class INKRAYREPRESENTATIONS_EXPORT BlockStyles
{
public:
  BlockStyles();
  ~BlockStyles();

  void SetColor(const char* selector, double red, double green, double blue);
  void RemoveColors();
  /// Opacities are clamped to [0, 1].
  void SetOpacity(const char* selector, double opacity);
  void RemoveOpacities();

  /// Set the data set with the blocks. Null and a data set without blocks have no styles.
  void SetData(vtkDataObject* data);

  /// The styles of the blocks that have one, by flat index.
  const BlockStyleMap& Get();

  /// Whether any block is translucent (opacity between 0 and 1).
  bool IsAnyTranslucent();

  /// If any style is set, note that styles do not apply to `what`.
  void NoteUnused(RayCastMessages& messages, const std::string& what) const;

private:
  /// The flat indices of the nodes that a selector names, and of all nodes below them.
  std::vector<unsigned int> Select(const std::string& selector) const;

  std::map<std::string, std::array<double, 3>> Colors; // sorted: a node comes before those below it
  std::map<std::string, double> Opacities;
  vtkNew<vtkDataAssembly> Hierarchy;
  bool HasHierarchy = false;
  std::map<unsigned int, unsigned int> Partitions; // numbers of partitions, by the flat index of their parent
  const std::unique_ptr<BlockStyleMap> Found;
  bool IsFound = false;
};
