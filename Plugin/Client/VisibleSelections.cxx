// SPDX-License-Identifier: BSD-3-Clause
#include "VisibleSelections.h"

#include "CellSelection.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPVEncodeSelectionForServer.h"
#include "vtkPVRenderView.h"
#include "vtkPVSession.h"
#include "vtkProcessModule.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"
#include "vtkSmartPointer.h"
#include "vtkVersion.h"
#include "vtkVisibleCellsInformation.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace
{
const char* const SwitchName = "RayCastSelectsPixels";

using Nodes = std::vector<vtkSmartPointer<vtkSelectionNode>>;

/// Find the proxy whose client-side object is a representation: a subproxy of one of the view's displays.
vtkSMProxy* FindProxy(vtkSMProxy* view, vtkObjectBase* representation)
{
  const vtkSMPropertyHelper displays(view, "Representations");
  for (unsigned int i = 0; i < displays.GetNumberOfElements(); ++i)
  {
    vtkSMProxy* const display = displays.GetAsProxy(i);
    vtkSMProperty* const property = display ? display->GetProperty("RayCastDensity") : nullptr;
    vtkSMProxy* const part = property ? property->GetParent() : nullptr;
    if (part && part->GetClientSideObject() == representation)
    {
      return part;
    }
  }
  return nullptr;
}

/// Make one selection node for each block and process, with the cells that are seen in the pixels of `drawn`.
Nodes MakeNodes(const Nodes& drawn, vtkSMProxy* proxy, bool isDrawnByClient)
{
  std::set<vtkIdType> pixels;
  int count = 0;
  for (vtkSelectionNode* node : drawn)
  {
    auto* const ids = vtkIdTypeArray::SafeDownCast(node->GetSelectionList());
    for (vtkIdType i = 0; ids && i < ids->GetNumberOfTuples(); ++i)
    {
      pixels.insert(ids->GetValue(i));
    }
    count += node->GetProperties()->Get(vtkSelectionNode::PIXEL_COUNT());
  }
  vtkNew<vtkVisibleCellsInformation> information;
  for (vtkIdType pixel : pixels)
  {
    information->GetPixels()->InsertNextValue(pixel);
  }
  // If each rank runs the script itself, each also selects for itself.
  information->SetIsOfAllRanks(
    !isDrawnByClient && !vtkProcessModule::GetProcessModule()->GetSymmetricMPIMode());
  proxy->GatherInformation(information, isDrawnByClient ? vtkPVSession::CLIENT : vtkPVSession::RENDER_SERVER);

  std::map<std::pair<vtkIdType, vtkIdType>, std::set<vtkIdType>> cells;
  vtkIdTypeArray* const found = information->GetCells();
  for (vtkIdType i = 0; i < found->GetNumberOfTuples(); ++i)
  {
    cells[{ found->GetTypedComponent(i, 0), found->GetTypedComponent(i, 1) }].insert(
      found->GetTypedComponent(i, 2));
  }
  Nodes nodes;
  for (const auto& [part, ids] : cells)
  {
    vtkNew<vtkIdTypeArray> list;
    list->SetName(drawn.front()->GetSelectionList()->GetName());
    for (vtkIdType id : ids)
    {
      list->InsertNextValue(id);
    }
    auto node = vtkSmartPointer<vtkSelectionNode>::New();
    vtkInformation* const properties = node->GetProperties();
    properties->Copy(drawn.front()->GetProperties());
    properties->Set(vtkSelectionNode::COMPOSITE_INDEX(), static_cast<int>(part.first));
    properties->Set(vtkSelectionNode::PROCESS_ID(), static_cast<int>(part.second));
    // All nodes together have the pixels, by which ParaView finds the display with most of a selection.
    properties->Set(vtkSelectionNode::PIXEL_COUNT(), nodes.empty() ? count : 0);
    node->SetSelectionList(list);
    nodes.push_back(node);
  }
  return nodes;
}

/// Replace pixels by cells in a selection that has just been drawn.
void FindCells(vtkSelection* selection, vtkSMRenderViewProxy* view)
{
  auto* const drawing = vtkPVRenderView::SafeDownCast(view->GetClientSideObject());
  Nodes nodes;
  std::map<vtkObjectBase*, Nodes> pixels;
  for (unsigned int i = 0; i < selection->GetNumberOfNodes(); ++i)
  {
    vtkSelectionNode* const node = selection->GetNode(i);
    vtkObjectBase* const source = node->GetProperties()->Get(vtkSelectionNode::SOURCE());
    vtkSMProxy* const proxy = dynamic_cast<CellSelection::Finder*>(source) &&
        node->GetFieldType() == vtkSelectionNode::CELL && node->GetSelectionList()
      ? FindProxy(view, source)
      : nullptr;
    const bool arePixels = proxy && vtkSMPropertyHelper(proxy, SwitchName, true).GetAsInt() != 0;
    (arePixels ? pixels[source] : nodes).emplace_back(node);
  }
  if (pixels.empty())
  {
    return;
  }
  for (const auto& [source, drawn] : pixels)
  {
    for (const auto& node :
      MakeNodes(drawn, FindProxy(view, source), !drawing->GetUseDistributedRenderingForRender()))
    {
      nodes.push_back(node);
    }
  }
  selection->RemoveAllNodes();
  for (vtkSelectionNode* node : nodes)
  {
    selection->AddNode(node);
  }
}

/// ParaView's encoding of selections, with pixels replaced by cells.
class EncodeVisibleCells : public vtkPVEncodeSelectionForServer
{
public:
  static EncodeVisibleCells* New();
  vtkTypeMacro(EncodeVisibleCells, vtkPVEncodeSelectionForServer);

  bool ProcessSelection(vtkSelection* selection, vtkSMRenderViewProxy* view, bool several,
    vtkCollection* representations, vtkCollection* sources, int modifier, bool selectBlocks) override
  {
    if (selection)
    {
      FindCells(selection, view);
    }
    return this->Superclass::ProcessSelection(
      selection, view, several, representations, sources, modifier, selectBlocks);
  }
};
vtkStandardNewMacro(EncodeVisibleCells);

VTK_CREATE_CREATE_FUNCTION(EncodeVisibleCells);

class Factory : public vtkObjectFactory
{
public:
  static Factory* New();
  vtkTypeMacro(Factory, vtkObjectFactory);
  const char* GetVTKSourceVersion() override { return VTK_SOURCE_VERSION; }
  const char* GetDescription() override { return "Selections of InKRay"; }

protected:
  Factory()
  {
    this->RegisterOverride("vtkPVEncodeSelectionForServer", "EncodeVisibleCells",
      "selects all cells that pixels show", 1, vtkObjectFactoryCreateEncodeVisibleCells);
  }
};
vtkStandardNewMacro(Factory);
} // namespace

void VisibleSelections::Start()
{
  vtkObjectFactory::RegisterFactory(vtkNew<Factory>());
}

void VisibleSelections::Watch(vtkSMProxy* display)
{
  const vtkNew<vtkPVEncodeSelectionForServer> encoder;
  if (display->GetProperty(SwitchName) && dynamic_cast<EncodeVisibleCells*>(encoder.Get()))
  {
    vtkSMPropertyHelper(display, SwitchName).Set(1);
    // State files and undo register displays that have been sent already. Creators send new ones.
    if (display->GetObjectsCreated())
    {
      display->UpdateProperty(SwitchName);
    }
  }
}
