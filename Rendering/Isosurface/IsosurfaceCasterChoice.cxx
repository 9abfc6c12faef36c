// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceCasterChoice.h"

#include "ImageInUse.h"
#include "IsosurfaceGrid.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkRayCastReport.h"

void IsosurfaceCasterChoice::Prepare(
  vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrid& input, const std::function<void()>& release)
{
  const auto estimate = [&input] {
    return inkray::estimateVolumeBytes(ImageInUse().MakeVolume(input.Image, input.Scalars));
  };
  this->Choose(settings->GetDevice(), settings->GetGPUMemory(), input.GetKey(), estimate, release);
}

std::size_t IsosurfaceCasterChoice::CountBytes() const
{
  const inkray::IsosurfaceMemory memory = this->Get()->memory();
  return memory.volume + memory.bricks + memory.frame;
}

void IsosurfaceCasterChoice::NoteImage() const
{
  if (this->IsPieced())
  {
    this->NotePieces(this->Get()->piecesReport().pieces);
  }
}

void IsosurfaceCasterChoice::AddRows(vtkRayCastReport* report) const
{
  if (this->IsPieced())
  {
    report->AddCount("pieces", this->Pieces.pieces);
    report->AddCount("touched pieces", this->Pieces.touched);
    report->AddCount("resident pieces", this->Pieces.resident);
    report->AddCount("pieces cast", this->Pieces.cast);
    report->AddBytes("sent for the frame", this->Pieces.bytesSent);
  }
}
