// SPDX-License-Identifier: BSD-3-Clause
#include "MapperProgress.h"

#include "vtkAlgorithm.h"
#include "vtkCommand.h"
#include "vtkNew.h"
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
