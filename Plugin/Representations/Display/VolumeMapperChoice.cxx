// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeMapperChoice.h"

#include "BlockStyles.h"
#include "DisplayMessages.h"

#include <algorithm>
#include <iterator>

namespace
{
const char* const TetraName = "Projected tetra";

/// A mapper's name in the panel, in scripts and state files, and its name for the superclass.
struct MapperLabel
{
  const char* Label;
  const char* Name;
};
const MapperLabel MapperLabels[] = {
  { "InKRay Ray Caster (default)", VolumeMapperChoice::RayCaster },
  { "Gu-Kim ray cast", VolumeMapperChoice::RayCaster }, // in older scripts and state files
  { "ParaView: Bunyk", "Bunyk ray cast" },
  { "ParaView: Z Sweep", "Z sweep" },
  { "ParaView: Projected Tetra", TetraName },
  { "ParaView: Resample To Image", VolumeMapperChoice::Resampled },
};
} // namespace

void VolumeMapperChoice::SetName(const char* label)
{
  const std::string wanted = label ? label : RayCaster;
  const auto* const found = std::find_if(std::begin(MapperLabels), std::end(MapperLabels),
    [&wanted](const MapperLabel& mapper) { return wanted == mapper.Label; });
  this->Name = found == std::end(MapperLabels) ? wanted : found->Name;
}

bool VolumeMapperChoice::Update(bool isRayTraced)
{
  this->FallbackReason.clear();
  if (this->IsOwn() && isRayTraced)
  {
    this->FallbackReason =
      "Ray tracing is on and knows only VTK's own mappers, so ParaView's Projected Tetra draws.";
  }
  const std::string before = this->Drawing;
  this->Drawing = this->FallbackReason.empty() ? this->Name : TetraName;
  return this->Drawing != before;
}

bool VolumeMapperChoice::IsOwn() const
{
  return this->FallbackReason.empty() && (this->Name == RayCaster || this->IsHavs());
}

const char* VolumeMapperChoice::GetLabel() const
{
  const auto* const found = std::find_if(std::begin(MapperLabels), std::end(MapperLabels),
    [this](const MapperLabel& mapper) { return this->Drawing == mapper.Name; });
  return found == std::end(MapperLabels) ? this->Drawing.c_str() : found->Label;
}

void VolumeMapperChoice::TellLeftOut(
  const BlockStyles& styles, bool hasCuts, bool hasIsosurfaces, DisplayMessages& messages) const
{
  const std::string needed = RayCaster;
  if (!this->IsOwn() || this->IsHavs())
  {
    styles.NoteUnused(messages, "this mapper, but to the mapper " + needed);
  }
  if (!this->IsOwn() && hasCuts)
  {
    messages.Note("Threshold, slices and cropping need the mapper " + needed + "; this one ignores them.");
  }
  if (!this->IsOwn() && hasIsosurfaces)
  {
    messages.Note("Isosurfaces need the mapper " + needed + "; this one draws none.");
  }
}
