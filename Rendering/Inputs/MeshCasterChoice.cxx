// SPDX-License-Identifier: BSD-3-Clause
#include "MeshCasterChoice.h"

#include "Geometry/Mesh/Partition.h"
#include "MeshVolumeFrame.h"
#include "MeshVolumeInput.h"
#include "RayCastSession.h"
#include "Renderers/MeshVolume/Devices/MultiDeviceTetRayCaster.h"
#include "Renderers/MeshVolume/FrameRules.h"
#include "Renderers/MeshVolume/Pieces/PiecedTetRayCaster.h"
#include "vtkTetRayCastSettings.h"

#include <sstream>
#include <vector>

MeshCasterChoice::MeshCasterChoice(RayCastSession& session, const MeshVolumeInput& input)
  : Session(session)
  , Input(input)
{
}

MeshCasterChoice::~MeshCasterChoice() = default;

void MeshCasterChoice::Prepare(vtkTetRayCastSettings* settings, const std::function<void()>& release)
{
  this->Session.PrepareCaster(
    this->Caster, settings->GetDevice(), this->FailedMesh == this->Input.GetMeshMTime(), release);
  const PiecesKey key = { this->Input.GetMeshMTime(), settings->GetGPUMemory(), this->Caster->device() };
  if (!(key == this->Pieces))
  {
    this->ChoosePieces(key, release);
  }
  if (this->WantsPieces != (this->GetPieces() != nullptr))
  {
    release();
    this->Caster = this->WantsPieces
      ? std::unique_ptr<inkray::TetRayCaster>(
          this->Session.MakeCaster<inkray::PiecedTetRayCaster>(this->PiecesLimit))
      : this->Session.MakeCaster<inkray::TetRayCaster>();
  }
}

void MeshCasterChoice::ChoosePieces(const PiecesKey& key, const std::function<void()>& release)
{
  constexpr double share = 0.9, mebibyte = 1 << 20;
  // The memory of a mesh that was drawn before becomes free.
  const inkray::TetRayCastMemory own = this->Caster->memory();
  const std::size_t free = this->Session.GetFreeBytes();
  const std::size_t limit = key.Memory > 0 ? static_cast<std::size_t>(mebibyte * key.Memory)
    : free > 0 ? static_cast<std::size_t>(share * static_cast<double>(free + own.resident + own.frame))
               : inkray::MemoryBudget::noLimit;
  const inkray::TetMeshInput mesh = this->Input.GetTetrahedra()->GetMesh();
  this->WantsPieces = inkray::estimateMeshBytes(mesh.numTets, mesh.numPoints).setUp > limit;
  if (limit != this->PiecesLimit && this->GetPieces())
  {
    release(); // a caster of pieces has one limit
    this->Caster = this->Session.MakeCaster<inkray::TetRayCaster>();
  }
  this->PiecesLimit = limit;
  this->Pieces = key;
}

inkray::PiecedTetRayCaster* MeshCasterChoice::GetPieces() const
{
  return dynamic_cast<inkray::PiecedTetRayCaster*>(this->Caster.get());
}

bool MeshCasterChoice::IsInPieces() const
{
  const inkray::PiecedTetRayCaster* const pieces = this->GetPieces();
  return pieces && pieces->piecesReport().pieces > 1;
}

bool MeshCasterChoice::HasSparseRays() const
{
  return !this->IsInPieces() && !dynamic_cast<inkray::MultiDeviceTetRayCaster*>(this->Caster.get());
}

void MeshCasterChoice::NoteMesh()
{
  if (this->IsInPieces())
  {
    this->Session.Note("The mesh is drawn in " + std::to_string(this->GetPieces()->piecesReport().pieces) +
      " pieces, because as a whole it would take more than the " + std::to_string(this->PiecesLimit >> 20) +
      " MiB of GPU Memory.");
  }
}

void MeshCasterChoice::NoteCast()
{
  if (const inkray::PiecedTetRayCaster* const pieces = this->GetPieces())
  {
    const inkray::PiecesReport report = pieces->piecesReport();
    if (report.leftOut > 0)
    {
      this->Session.Note(std::to_string(report.leftOut) + " of " + std::to_string(report.pieces) +
        " pieces are left out of the moving picture: they would come to the GPU too late. The next still has "
        "all.");
    }
  }
  if (const auto* const several = dynamic_cast<inkray::MultiDeviceTetRayCaster*>(this->Caster.get()))
  {
    for (const inkray::DeviceWork& work : several->work())
    {
      if (!work.problem.empty())
      {
        this->Session.Report(false,
          "GPU " + std::to_string(work.device.ordinal) + " (" + work.name +
            ") leaves its rows to the others: " + work.problem,
          "devices");
      }
    }
  }
}

std::string MeshCasterChoice::GetShares() const
{
  const auto* const several = dynamic_cast<inkray::MultiDeviceTetRayCaster*>(this->Caster.get());
  std::ostringstream shares;
  shares.precision(3);
  for (const inkray::DeviceWork& work : several ? several->work() : std::vector<inkray::DeviceWork>())
  {
    shares << (shares.tellp() > 0 ? ", " : "") << "GPU " << work.device.ordinal << ": " << 100 * work.share
           << " % in " << work.milliseconds << " ms";
  }
  return shares.str();
}

bool MeshCasterChoice::DrawOtherwise(const std::string& error)
{
  if (!this->Caster || this->WantsPieces != (this->GetPieces() != nullptr))
  {
    return false;
  }
  const bool isOnCpu = this->Caster->device() == inkray::DeviceKind::CPU;
  if (isOnCpu != this->WantsPieces)
  {
    return false;
  }
  if (isOnCpu)
  {
    this->Session.Report(
      false, "The mesh is drawn as a whole, with more memory than GPU Memory allows: " + error, "pieces");
  }
  this->WantsPieces = !isOnCpu;
  return true;
}

void MeshCasterChoice::Fail()
{
  this->FailedMesh = this->Input.GetMeshMTime();
}
