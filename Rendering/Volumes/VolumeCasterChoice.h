// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CasterChoice.h"
#include "Renderers/MeshVolume/Frames/FrameFigures.h"

/// The caster of a mapper of volumes, whatever cells they have: on the wanted device or on several, of the
/// whole data or of pieces.
template <class Caster, class Key>
class VolumeCasterChoice : public CasterChoice<Caster, Key>
{
public:
  using CasterChoice<Caster, Key>::CasterChoice;

private:
  std::size_t CountBytes() const override
  {
    const inkray::TetRayCastMemory memory = this->Get()->memory();
    return memory.resident + memory.frame;
  }
};
