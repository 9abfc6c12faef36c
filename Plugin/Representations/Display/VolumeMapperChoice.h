// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

class BlockStyles;
class DisplayMessages;

/// The mapper that draws a volume: the one that the user has chosen, or one of ParaView's as a fallback.
class VolumeMapperChoice
{
public:
  ///@{
  /// The names of this plug-in's mappers for the superclass of the representation.
  static constexpr const char* RayCaster = "InKRay Ray Caster";
  static constexpr const char* Havs = "HAVS";
  ///@}
  /// The superclass's name of ParaView's mapper that draws an image of samples.
  static constexpr const char* Resampled = "Resample To Image";

  /// Choose a mapper by its name for vtkTetRayCastRepresentation::SetRayCastMapper. Null: the ray caster.
  void SetName(const char* label);
  const std::string& GetName() const { return this->Name; }

  /// Find the mapper that draws in a view whose ray tracing (OSPRay, OptiX) is on or off. Returns whether
  /// another mapper draws than before.
  bool Update(bool isRayTraced);

  /// Whether a mapper of this plug-in draws.
  bool IsOwn() const;
  /// Whether HAVS is chosen.
  bool IsHavs() const { return this->Name == Havs; }
  /// Whether ParaView's mapper draws an image of samples, which has all arrays at its points.
  bool IsResampled() const { return this->Drawing == Resampled; }

  /// The mapper that draws: its name for the superclass, and its label in the panel.
  const std::string& GetDrawing() const { return this->Drawing; }
  const char* GetLabel() const;

  /// The reason why a mapper draws that the user has not chosen. Empty if the chosen mapper draws.
  const std::string& GetFallbackReason() const { return this->FallbackReason; }

  /// Note the settings that the mapper ignores: styles of single blocks, cuts (threshold, cropping, slices),
  /// and isosurfaces. Each is noted only if the display uses it.
  void TellLeftOut(
    const BlockStyles& styles, bool hasCuts, bool hasIsosurfaces, DisplayMessages& messages) const;

private:
  std::string Name; // as chosen by the user
  std::string Drawing;
  std::string FallbackReason;
};
