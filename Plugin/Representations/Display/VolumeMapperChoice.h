// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

class BlockStyles;
class DisplayMessages;

/// Which mapper draws a volume: the one that the user has chosen, or one of ParaView's where that one cannot.
class VolumeMapperChoice
{
public:
  ///@{
  /// The names by which the mappers of this plug-in are known to the superclass of the representation.
  static constexpr const char* RayCaster = "InKRay Ray Caster";
  static constexpr const char* Havs = "HAVS";
  ///@}
  /// The superclass's name of ParaView's mapper that draws an image of samples.
  static constexpr const char* Resampled = "Resample To Image";

  /// Choose by a name, as vtkTetRayCastRepresentation::SetRayCastMapper has it; null: the ray caster.
  void SetName(const char* label);
  const std::string& GetName() const { return this->Name; }

  /// Find out what draws in a view, with its ray tracing (OSPRay, OptiX) on or off. True: it is another
  /// mapper than before.
  bool Update(bool isRayTraced);

  /// Whether a mapper of this plug-in draws.
  bool IsOwn() const;
  /// Whether HAVS is chosen.
  bool IsHavs() const { return this->Name == Havs; }
  /// Whether ParaView's mapper draws that image, which has all arrays at its points.
  bool IsResampled() const { return this->Drawing == Resampled; }

  /// The mapper that draws: its name, and its label in the panel.
  const std::string& GetDrawing() const { return this->Drawing; }
  const char* GetLabel() const;

  /// Why it is not the one that was chosen; empty where it is.
  const std::string& GetFallbackReason() const { return this->FallbackReason; }

  /// Note what the mapper leaves out of the styles of single blocks, of what cuts the volume (threshold,
  /// cropping, slices) and of isosurfaces in it, where there are any.
  void TellLeftOut(
    const BlockStyles& styles, bool hasCuts, bool hasIsosurfaces, DisplayMessages& messages) const;

private:
  std::string Name; // as chosen by the user
  std::string Drawing;
  std::string FallbackReason;
};
