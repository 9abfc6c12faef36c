// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/Environment.h"

#include <array>
#include <cstdint>
#include <istream>
#include <string>

/// Reads pictures of light in Radiance's format (.hdr, .pic): a header of lines of text, "-Y height +X
/// width", and pixels of four bytes, three mantissas and an exponent they share, flat or each row run-length
/// encoded. Source: G. Ward, "Real Pixels", Graphics Gems II, and the manual of Radiance, "File Formats".
///
/// Nothing in a file is believed before it is checked, and memory is asked for only where the file is long
/// enough to have as many pixels as it says. vtkHDRReader, which reads this format too, crashes or aborts
/// where the size in a header is no size.
class RadianceReader
{
public:
  /// Reads the header, and checks it against the number of bytes in the file. Throws inkray::InvalidInput
  /// with the problem, as the end of a sentence that begins with the file's name.
  RadianceReader(std::istream& stream, std::uint64_t fileBytes);

  ///@{
  /// Number of pixels across and down, 1 to MaximumSide each, and inkray::Environment::MaximumPixels in all.
  static constexpr std::int32_t MaximumSide = 65536;
  std::int32_t GetWidth() const { return this->Width; }
  std::int32_t GetHeight() const { return this->Height; }
  ///@}

  /// Makes `picture` one of kind Image with the file's pixels: linear RGB, finite, not negative. Throws
  /// inkray::InvalidInput as the constructor does, and std::bad_alloc. Call it once.
  void ReadPixels(inkray::Environment& picture);

  /// No light is brighter than this, by far; products with it are finite.
  static constexpr float MaximumRadiance = 1e20f;

private:
  std::string ReadLine();
  void ReadSize(const std::string& line);
  void CheckLength(std::uint64_t fileBytes) const;
  void ReadRow(std::vector<std::uint8_t>& row);
  void ReadChannel(std::uint8_t* first);
  void ReadBytes(std::uint8_t* to, std::int32_t count);
  std::array<float, 3> RadianceOf(const std::uint8_t* rgbe) const;

  std::istream& Stream;
  std::uint64_t HeaderBytes = 0;
  std::int32_t Width = 0, Height = 0;
  double Exposure = 1; // pixels have been multiplied by it
  bool IsXYZ = false;
};
