// SPDX-License-Identifier: BSD-3-Clause
#include "PiecesChoice.h"

#include "RayCastSession.h"

bool PiecesChoice::UsesHostArrays() const
{
  return this->IsPieced() || this->Session.GetDevice() != inkray::DeviceKind::CUDA;
}

bool PiecesChoice::DrawOtherwise(const std::string& error)
{
  const bool isOnCpu = this->Session.GetDevice() == inkray::DeviceKind::CPU;
  if (this->WantsPieces != this->IsPieced() || isOnCpu != this->WantsPieces)
  {
    return false;
  }
  if (isOnCpu)
  {
    this->Session.Report(false,
      "The " + this->Noun +
        " cannot be drawn in pieces. It is drawn whole, with more memory than GPU Memory allows: " + error,
      "pieces");
  }
  this->WantsPieces = !isOnCpu;
  return true;
}

void PiecesChoice::NotePieces(std::int64_t pieces) const
{
  this->Session.Note("The " + this->Noun + " is drawn in " + std::to_string(pieces) +
    " pieces, because as a whole it would take more than the " + std::to_string(this->PiecesLimit >> 20) +
    " MiB of GPU Memory.");
}
