// SPDX-License-Identifier: BSD-3-Clause
#include "RadianceReader.h"

#include "Core/Errors.h"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>
#include <utility>

namespace
{

constexpr std::uint64_t MaximumHeaderBytes = 65536;
constexpr std::int32_t LongestRun = 127;

[[noreturn]] void Refuse(const std::string& reason)
{
  throw inkray::InvalidInput("cannot be read as a Radiance picture (.hdr): " + reason + ".");
}

/// Text of a file in a form fit for messages: short, with printable letters only.
std::string Quoted(const std::string& text)
{
  std::string printable = text.substr(0, 40);
  std::replace_if(
    printable.begin(), printable.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + printable + (text.size() > 40 ? "...'" : "'");
}

std::string SizeText(std::int64_t width, std::int64_t height)
{
  return std::to_string(width) + " x " + std::to_string(height) + " pixels";
}

/// Whether rows of this width may be run-length encoded.
bool MayHaveRuns(std::int32_t width)
{
  return width >= 8 && width <= 0x7fff;
}

/// One half of "-Y height +X width": the sign, the axis and the length.
struct Extent
{
  char Sign = 0, Axis = 0;
  std::int64_t Length = 0;
};

/// Reads an Extent from `text`, and moves `text` behind it. Returns whether there was one. A length of more
/// than 17 digits is taken as 1e17.
bool ReadExtent(const char*& text, Extent& extent)
{
  while (*text == ' ')
  {
    ++text;
  }
  if ((*text != '+' && *text != '-') || (text[1] != 'X' && text[1] != 'Y') || text[2] != ' ')
  {
    return false;
  }
  extent.Sign = text[0];
  extent.Axis = text[1];
  for (text += 2; *text == ' ';)
  {
    ++text;
  }
  const char* const digits = text;
  for (extent.Length = 0; *text >= '0' && *text <= '9'; ++text)
  {
    extent.Length = std::min<std::int64_t>(10 * extent.Length + (*text - '0'), 100000000000000000);
  }
  return text != digits && (*text == ' ' || *text == '\0');
}

} // namespace

RadianceReader::RadianceReader(std::istream& stream, std::uint64_t fileBytes)
  : Stream(stream)
{
  if (stream.get() != '#' || stream.get() != '?')
  {
    throw inkray::InvalidInput("is no Radiance picture (.hdr): it does not begin with '#?'.");
  }
  this->HeaderBytes = 2;
  this->ReadLine(); // the program that wrote it
  for (std::string line = this->ReadLine(); !line.empty(); line = this->ReadLine())
  {
    const std::size_t equals = line.find('=');
    if (line[0] == '#' || equals == std::string::npos)
    {
      continue;
    }
    const std::string key = line.substr(0, equals), value = line.substr(equals + 1);
    if (key == "FORMAT")
    {
      this->IsXYZ = value == "32-bit_rle_xyze";
      if (!this->IsXYZ && value != "32-bit_rle_rgbe")
      {
        Refuse("its format is " + Quoted(value) + "; 32-bit_rle_rgbe and 32-bit_rle_xyze can be read");
      }
    }
    else if (key == "EXPOSURE")
    {
      double exposure = 0;
      std::istringstream number(value);
      number.imbue(std::locale::classic());
      number >> exposure;
      this->Exposure *= exposure; // each program that changes the exposure adds a line
      if (!number || !std::isfinite(this->Exposure) || this->Exposure <= 0)
      {
        Refuse("its exposure is " + Quoted(value) + "; it has to be a number above 0");
      }
    }
  }
  this->ReadSize(this->ReadLine());
  this->CheckLength(fileBytes);
}

std::string RadianceReader::ReadLine()
{
  std::string line;
  for (;;)
  {
    const int c = this->Stream.get();
    if (c == std::istream::traits_type::eof() || ++this->HeaderBytes > MaximumHeaderBytes)
    {
      Refuse("its header has no end");
    }
    if (c == '\n')
    {
      break;
    }
    line += static_cast<char>(c);
  }
  if (!line.empty() && line.back() == '\r')
  {
    line.pop_back();
  }
  return line;
}

void RadianceReader::ReadSize(const std::string& line)
{
  Extent first, second;
  const char* text = line.c_str();
  if (!ReadExtent(text, first) || !ReadExtent(text, second) || first.Axis == second.Axis ||
    text != line.c_str() + line.find_last_not_of(' ') + 1)
  {
    Refuse("the line " + Quoted(line) + " is no size; it has to be '-Y height +X width'");
  }
  if (first.Sign != '-' || first.Axis != 'Y' || second.Sign != '+')
  {
    Refuse("its pixels are in the order " + Quoted(line) +
      "; '-Y height +X width' can be read, rows from the top, each from the left");
  }
  const bool fits = std::min(first.Length, second.Length) >= 1 &&
    std::max(first.Length, second.Length) <= MaximumSide &&
    first.Length * second.Length <= inkray::Environment::MaximumPixels;
  if (!fits)
  {
    Refuse("its header says " + SizeText(second.Length, first.Length) + "; 1 to " +
      std::to_string(MaximumSide) + " in each direction can be read, " +
      std::to_string(inkray::Environment::MaximumPixels) + " in all");
  }
  this->Width = static_cast<std::int32_t>(second.Length);
  this->Height = static_cast<std::int32_t>(first.Length);
}

void RadianceReader::CheckLength(std::uint64_t fileBytes) const
{
  // A run-length encoded row has a header of four bytes, and at least two bytes for each run of each channel.
  std::uint64_t rowBytes = 4 * static_cast<std::uint64_t>(this->Width);
  if (MayHaveRuns(this->Width))
  {
    const auto runs = static_cast<std::uint64_t>((this->Width + LongestRun - 1) / LongestRun);
    rowBytes = std::min(rowBytes, 4 + 4 * 2 * runs);
  }
  const std::uint64_t pixelBytes = fileBytes - std::min(fileBytes, this->HeaderBytes);
  if (pixelBytes / rowBytes < static_cast<std::uint64_t>(this->Height))
  {
    Refuse("its header says " + SizeText(this->Width, this->Height) + ", for which " +
      std::to_string(pixelBytes) + " bytes are too few; it was cut short, or its header is wrong");
  }
}

void RadianceReader::ReadPixels(inkray::Environment& picture)
{
  const auto rowValues = 3 * static_cast<std::size_t>(this->Width);
  std::vector<std::uint8_t> row(4 * static_cast<std::size_t>(this->Width));
  std::vector<float> rgb(rowValues * static_cast<std::size_t>(this->Height));
  for (std::int32_t y = 0; y < this->Height; ++y)
  {
    this->ReadRow(row);
    float* to = rgb.data() + rowValues * static_cast<std::size_t>(this->Height - 1 - y);
    for (std::int32_t x = 0; x < this->Width; ++x)
    {
      const std::array<float, 3> radiance = this->RadianceOf(row.data() + 4 * static_cast<std::size_t>(x));
      for (const float channel : radiance)
      {
        if (!(channel <= MaximumRadiance))
        {
          Refuse("the pixel " + std::to_string(x) + " of row " + std::to_string(y) +
            " is brighter than any light; its exponent, or the exposure, is wrong");
        }
        *to++ = std::max(channel, 0.0f);
      }
    }
  }
  picture.kind = inkray::Environment::Kind::Image;
  picture.width = this->Width;
  picture.height = this->Height;
  picture.rgb = std::move(rgb);
}

/// A row's pixels, one after another, four bytes each.
void RadianceReader::ReadRow(std::vector<std::uint8_t>& row)
{
  std::uint8_t begin[4];
  this->ReadBytes(begin, 4);
  const bool hasRuns = MayHaveRuns(this->Width) && begin[0] == 2 && begin[1] == 2 && begin[2] < 128;
  if (!hasRuns)
  {
    std::copy_n(begin, 4, row.begin());
    this->ReadBytes(row.data() + 4, 4 * (this->Width - 1));
    for (std::size_t i = 0; i < row.size(); i += 4)
    {
      if (row[i] == 1 && row[i + 1] == 1 && row[i + 2] == 1 && row[i + 3] != 0)
      {
        Refuse("it is run-length encoded as Radiance did before 1991; save it anew");
      }
    }
    return;
  }
  if ((begin[2] << 8 | begin[3]) != this->Width)
  {
    Refuse("a row is said to have " + std::to_string(begin[2] << 8 | begin[3]) + " pixels in place of " +
      std::to_string(this->Width));
  }
  for (int channel = 0; channel < 4; ++channel)
  {
    this->ReadChannel(row.data() + channel);
  }
}

/// Reads one of the four channels of a row's pixels; `first`: this channel's byte of the first pixel.
void RadianceReader::ReadChannel(std::uint8_t* first)
{
  std::uint8_t values[LongestRun + 1];
  for (std::int32_t x = 0; x < this->Width;)
  {
    std::uint8_t count = 0;
    this->ReadBytes(&count, 1);
    const bool isRun = count > 128;
    const std::int32_t length = isRun ? count - 128 : count;
    if (length == 0 || length > this->Width - x)
    {
      Refuse("a run of " + std::to_string(length) + " pixels does not fit into its row");
    }
    this->ReadBytes(values, isRun ? 1 : length);
    for (std::int32_t i = 0; i < length; ++i, ++x)
    {
      first[4 * static_cast<std::size_t>(x)] = values[isRun ? 0 : i];
    }
  }
}

void RadianceReader::ReadBytes(std::uint8_t* to, std::int32_t count)
{
  if (count > 0 && !this->Stream.read(reinterpret_cast<char*>(to), count))
  {
    Refuse("it ends before its last pixel");
  }
}

std::array<float, 3> RadianceReader::RadianceOf(const std::uint8_t* rgbe) const
{
  if (rgbe[3] == 0)
  {
    return { 0, 0, 0 };
  }
  const auto unit = static_cast<float>(std::ldexp(1.0, rgbe[3] - (128 + 8)) / this->Exposure);
  const float x = rgbe[0] * unit, y = rgbe[1] * unit, z = rgbe[2] * unit;
  if (!this->IsXYZ)
  {
    return { x, y, z };
  }
  // CIE XYZ to linear sRGB (IEC 61966-2-1).
  return { 3.2404542f * x - 1.5371385f * y - 0.4985314f * z,
    -0.9692660f * x + 1.8760108f * y + 0.0415560f * z, 0.0556434f * x - 0.2040259f * y + 1.0572252f * z };
}
