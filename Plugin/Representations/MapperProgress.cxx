// SPDX-License-Identifier: BSD-3-Clause
#include "MapperProgress.h"

#include "ClientConnection.h"
#include "vtkAlgorithm.h"
#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRenderView.h"
#include "vtkRenderWindow.h"
#include "vtkWeakPointer.h"

namespace
{
class Hand : public vtkCommand
{
public:
  static Hand* New() { return new Hand; }
  void Execute(vtkObject* mapper, unsigned long, void* share) override
  {
    const char* const text = vtkAlgorithm::SafeDownCast(mapper)->GetProgressText();
    if (this->Representation && text)
    {
      this->Representation->SetProgressText(text);
      this->Representation->UpdateProgress(*static_cast<const double*>(share));
      this->Representation->SetProgressText(nullptr);
      this->EndWithoutClient();
    }
  }

  void EndWithoutClient()
  {
    auto* const display = vtkPVDataRepresentation::SafeDownCast(this->Representation);
    auto* const view = display ? vtkPVRenderView::SafeDownCast(display->GetView()) : nullptr;
    if (view && ClientConnection::IsLost())
    {
      view->GetRenderWindow()->SetAbortRender(1);
    }
  }

  vtkWeakPointer<vtkAlgorithm> Representation;
};
} // namespace

void MapperProgress::HandOn(vtkAlgorithm* mapper, vtkAlgorithm* representation)
{
  vtkNew<Hand> hand;
  hand->Representation = representation;
  mapper->AddObserver(vtkCommand::ProgressEvent, hand);
}
