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
/// The reader checks everything in a file before it uses it. It asks for memory only if the file is long
/// enough to hold the pixels that its header claims. vtkHDRReader also reads this format, but crashes or
/// aborts if the size in a header is invalid.
class RadianceReader
{
public:
  /// Reads the header, and checks it against the number of bytes in the file. Throws inkray::InvalidInput;
  /// its text is the end of a sentence that begins with the file's name.
  RadianceReader(std::istream& stream, std::uint64_t fileBytes);

  ///@{
  /// Number of pixels across and down, 1 to MaximumSide each, and inkray::Environment::MaximumPixels in all.
  static constexpr std::int32_t MaximumSide = 65536;
  std::int32_t GetWidth() const { return this->Width; }
  std::int32_t GetHeight() const { return this->Height; }
  ///@}

  /// Makes `picture` an environment of kind Image with the file's pixels: linear RGB, finite, not negative.
  /// Throws inkray::InvalidInput as the constructor does, and std::bad_alloc. Call it once only.
  void ReadPixels(inkray::Environment& picture);

  /// A bound far above any real radiance; products with it stay finite.
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
  double Exposure = 1; // the factor by which pixels have been multiplied
  bool IsXYZ = false;
};
