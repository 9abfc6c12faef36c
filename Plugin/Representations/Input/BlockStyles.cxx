// SPDX-License-Identifier: BSD-3-Clause
#include "BlockStyles.h"

#include "BlockStyle.h"
#include "RayCastMessages.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataAssembly.h"
#include "vtkDataAssemblyUtilities.h"
#include "vtkDataObjectTree.h"
#include "vtkDataObjectTreeIterator.h"
#include "vtkPartitionedDataSet.h"
#include "vtkSmartPointer.h"

#include <algorithm>
#include <vector>

BlockStyles::BlockStyles()
  : Found(std::make_unique<BlockStyleMap>())
{
}

BlockStyles::~BlockStyles() = default;

void BlockStyles::SetColor(const char* selector, double red, double green, double blue)
{
  if (selector)
  {
    this->Colors[selector] = { std::clamp(red, 0.0, 1.0), std::clamp(green, 0.0, 1.0),
      std::clamp(blue, 0.0, 1.0) };
    this->IsFound = false;
  }
}

void BlockStyles::RemoveColors()
{
  this->Colors.clear();
  this->IsFound = false;
}

void BlockStyles::SetOpacity(const char* selector, double opacity)
{
  if (selector)
  {
    this->Opacities[selector] = std::clamp(opacity, 0.0, 1.0);
    this->IsFound = false;
  }
}

void BlockStyles::RemoveOpacities()
{
  this->Opacities.clear();
  this->IsFound = false;
}

void BlockStyles::SetData(vtkDataObject* data)
{
  this->IsFound = false;
  this->Partitions.clear();
  auto* const composite = vtkCompositeDataSet::SafeDownCast(data);
  this->HasHierarchy = composite && vtkDataAssemblyUtilities::GenerateHierarchy(composite, this->Hierarchy);
  auto* const tree = vtkDataObjectTree::SafeDownCast(data);
  if (!this->HasHierarchy || !tree)
  {
    return;
  }
  // The hierarchy ends at partitioned data sets. Their partitions have the flat indices that follow.
  auto nodes = vtkSmartPointer<vtkDataObjectTreeIterator>::Take(tree->NewTreeIterator());
  nodes->VisitOnlyLeavesOff();
  for (nodes->InitTraversal(); !nodes->IsDoneWithTraversal(); nodes->GoToNextItem())
  {
    if (auto* const parent = vtkPartitionedDataSet::SafeDownCast(nodes->GetCurrentDataObject()))
    {
      this->Partitions[nodes->GetCurrentFlatIndex()] = parent->GetNumberOfPartitions();
    }
  }
}

std::vector<unsigned int> BlockStyles::Select(const std::string& selector) const
{
  std::vector<std::string> paths;
  for (int node : this->HasHierarchy ? this->Hierarchy->SelectNodes({ selector }) : std::vector<int>())
  {
    paths.push_back(this->Hierarchy->GetNodePath(node));
    for (int below : this->Hierarchy->GetChildNodes(node))
    {
      paths.push_back(this->Hierarchy->GetNodePath(below));
    }
  }
  return paths.empty() ? std::vector<unsigned int>()
                       : vtkDataAssemblyUtilities::GetSelectedCompositeIds(paths, this->Hierarchy);
}

const BlockStyleMap& BlockStyles::Get()
{
  if (this->IsFound)
  {
    return *this->Found;
  }
  this->IsFound = true;
  this->Found->clear();
  const auto set = [this](const std::string& selector, const auto& change) {
    for (unsigned int node : this->Select(selector))
    {
      change((*this->Found)[node]);
      const auto parts = this->Partitions.find(node);
      for (unsigned int i = 1; parts != this->Partitions.end() && i <= parts->second; ++i)
      {
        change((*this->Found)[node + i]);
      }
    }
  };
  for (const auto& [selector, color] : this->Colors)
  {
    set(selector, [&rgb = color](BlockStyle& style) {
      style.OwnColor = true;
      style.Color = rgb;
    });
  }
  for (const auto& [selector, opacity] : this->Opacities)
  {
    set(selector, [factor = opacity](BlockStyle& style) { style.Opacity = factor; });
  }
  return *this->Found;
}

bool BlockStyles::IsAnyTranslucent()
{
  const BlockStyleMap& styles = this->Get();
  return std::any_of(styles.begin(), styles.end(),
    [](const auto& style) { return style.second.Opacity > 0 && style.second.Opacity < 1; });
}

void BlockStyles::NoteUnused(RayCastMessages& messages, const std::string& what) const
{
  if (!this->Colors.empty() || !this->Opacities.empty())
  {
    messages.Note(
      "Colors and opacities of single blocks (Multi-block Inspector) do not apply to " + what + ".");
  }
}
