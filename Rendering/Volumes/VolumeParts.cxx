// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeParts.h"

#include "Core/Errors.h"
#include "RayCastSession.h"
#include "VolumeLookCaster.h"
#include "vtkRayCastReport.h"

#include <sstream>
#include <string>
#include <vector>

void VolumeParts::ForgetFrame()
{
  this->Statistics = {};
  this->Timings = {};
  this->GetLook().ForgetTimes();
  this->LargestGradient = 0;
  this->Rays = -1;
}

vtkIdType VolumeParts::CountRays()
{
  try
  {
    if (this->Rays < 0)
    {
      const inkray::VolumeRayCaster* const caster = this->GetLook().Get();
      this->Rays = caster && this->Session.HasDrawn() ? caster->numRays() : 0;
    }
    return this->Rays;
  }
  catch (const inkray::Error&)
  {
    return 0; // the next frame reports the error
  }
}

void VolumeParts::NoteCast(bool usesGradients)
{
  const inkray::VolumeRayCaster& caster = *this->GetLook().Get();
  this->Statistics = caster.statistics();
  this->Memory = caster.memory();
  this->LargestGradient = usesGradients ? caster.largestGradient() : 0;
  const inkray::PiecesReport pieces = caster.piecesReport();
  if (pieces.leftOut > 0)
  {
    this->Session.Note(std::to_string(pieces.leftOut) + " of " + std::to_string(pieces.pieces) +
      " pieces are left out of this moving picture, because they would reach the GPU too late. The next "
      "still has all pieces.");
  }
  for (const inkray::DeviceWork& work : caster.deviceWork())
  {
    if (!work.problem.empty())
    {
      this->Session.Report(false,
        "GPU " + std::to_string(work.device.ordinal) + " (" + work.name +
          ") failed, and the other GPUs draw its rows: " + work.problem,
        "devices");
    }
  }
}

void VolumeParts::AddCastRows(vtkRayCastReport* report)
{
  report->AddRow("upload", this->GetLook().GetUploadMilliseconds(), "ms");
  report->AddRow("lists", this->Timings.camera + this->Timings.lists, "ms");
  report->AddRow("cast", this->Timings.cast, "ms");
  this->Session.AddFrameRows(report, this->Memory.frame);
}

void VolumeParts::AddRayRows(vtkRayCastReport* report)
{
  report->AddCount("rays", this->CountRays());
  if (this->LargestGradient > 0)
  {
    report->AddRow("largest gradient", this->LargestGradient, "data/length");
  }
  const inkray::VolumeRayCaster* const caster = this->GetLook().Get();
  std::ostringstream shares;
  shares.precision(3);
  for (const inkray::DeviceWork& work : caster ? caster->deviceWork() : std::vector<inkray::DeviceWork>())
  {
    shares << (shares.tellp() > 0 ? ", " : "") << "GPU " << work.device.ordinal << ": " << 100 * work.share
           << " % in " << work.milliseconds << " ms";
  }
  if (shares.tellp() > 0)
  {
    report->AddRow("rows by GPU", shares.str().c_str());
  }
}

void VolumeParts::AddPieceRows(vtkRayCastReport* report)
{
  if (!this->GetLook().IsInPieces() || !this->Session.HasDrawn())
  {
    return;
  }
  const inkray::PiecesReport pieces = this->GetLook().Get()->piecesReport();
  report->AddCount("pieces", pieces.pieces);
  report->AddCount("resident pieces", pieces.resident);
  report->AddCount("pieces left out", pieces.leftOut);
  report->AddBytes("sent for the frame", pieces.bytesSent);
}
