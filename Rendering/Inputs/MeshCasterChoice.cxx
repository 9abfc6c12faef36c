// SPDX-License-Identifier: BSD-3-Clause
#include "MeshCasterChoice.h"

#include "Geometry/Mesh/Partition.h"
#include "MeshVolumeArrays.h"
#include "MeshVolumeInput.h"
#include "RayCastSession.h"
#include "vtkTetRayCastSettings.h"

#include <string>

MeshCasterChoice::MeshCasterChoice(RayCastSession& session, const MeshVolumeInput& input)
  : CasterChoice(session)
  , Input(input)
{
}

void MeshCasterChoice::Prepare(vtkTetRayCastSettings* settings, const std::function<void()>& release)
{
  const auto estimate = [this] {
    const inkray::TetMeshInput mesh = this->Input.GetTetrahedra()->GetMesh();
    return inkray::estimateMeshBytes(mesh.numTets, mesh.numPoints).setUp;
  };
  this->Choose(
    settings->GetDevice(), settings->GetGPUMemory(), this->Input.GetMeshMTime(), estimate, release);
}

std::size_t MeshCasterChoice::CountBytes() const
{
  const inkray::TetRayCastMemory memory = this->Get()->memory();
  return memory.resident + memory.frame;
}

bool MeshCasterChoice::IsInPieces() const
{
  return this->Get() && this->Get()->piecesReport().pieces > 1;
}

void MeshCasterChoice::NoteMesh()
{
  if (this->IsInPieces())
  {
    this->NotePieces("mesh", this->Get()->piecesReport().pieces);
  }
}

void MeshCasterChoice::NoteCast()
{
  const inkray::PiecesReport report = this->Get()->piecesReport();
  if (report.leftOut > 0)
  {
    this->Session.Note(std::to_string(report.leftOut) + " of " + std::to_string(report.pieces) +
      " pieces are left out of this moving picture, because they would reach the GPU too late. The next "
      "still has all pieces.");
  }
}

bool MeshCasterChoice::DrawOtherwise(const std::string& error)
{
  const bool isOnCpu = this->Get() && this->Get()->device() == inkray::DeviceKind::CPU;
  if (!this->Get() || this->WantsPieces != (this->PiecesLimit > 0) || isOnCpu != this->WantsPieces)
  {
    return false;
  }
  if (isOnCpu)
  {
    this->Session.Report(false,
      "The mesh cannot be drawn in pieces. It is drawn whole, with more memory than GPU Memory allows: " +
        error,
      "pieces");
  }
  this->WantsPieces = !isOnCpu;
  return true;
}
