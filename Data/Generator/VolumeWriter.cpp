// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeWriter.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace inkray::generator
{
namespace
{

class File
{
public:
  explicit File(const std::string& path)
    : Path(path)
    , Stream(std::fopen(path.c_str(), "wb"), &std::fclose)
  {
    this->check(this->Stream != nullptr);
  }
  void write(const void* data, std::size_t bytes)
  {
    this->check(std::fwrite(data, 1, bytes, this->Stream.get()) == bytes);
  }
  void write(const std::string& text) { this->write(text.data(), text.size()); }
  void close() { this->check(std::fclose(this->Stream.release()) == 0); }

private:
  void check(bool good) const
  {
    if (!good)
    {
      throw std::runtime_error("Cannot write " + this->Path + ": " + std::strerror(errno) + ".");
    }
  }
  std::string Path;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> Stream;
};

/// Encodes a stream that comes in pieces in base 64. Up to two bytes wait for the next piece, because each
/// group of digits takes three bytes.
class Base64
{
public:
  explicit Base64(File& file)
    : Out(file)
  {
  }
  void write(const unsigned char* data, std::size_t bytes)
  {
    this->Pending.insert(this->Pending.end(), data, data + bytes);
    const std::size_t whole = this->Pending.size() / 3 * 3;
    std::string text;
    text.reserve(whole / 3 * 4);
    for (std::size_t i = 0; i < whole; i += 3)
    {
      this->encode(text, &this->Pending[i]);
    }
    this->Out.write(text);
    this->Pending.erase(this->Pending.begin(), this->Pending.begin() + static_cast<std::ptrdiff_t>(whole));
  }
  void finish()
  {
    const std::size_t left = this->Pending.size();
    if (left > 0)
    {
      this->Pending.resize(3, 0);
      std::string text;
      this->encode(text, this->Pending.data());
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(left) + 1, text.end(), '=');
      this->Out.write(text);
    }
  }

private:
  static void encode(std::string& text, const unsigned char* b)
  {
    static const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned bits = (unsigned(b[0]) << 16) | (unsigned(b[1]) << 8) | b[2];
    for (int shift = 18; shift >= 0; shift -= 6)
    {
      text += digits[(bits >> shift) & 63];
    }
  }
  File& Out;
  std::vector<unsigned char> Pending;
};

std::string numbers(const VolumeOptions& options, double (*get)(const VolumeOptions&, int))
{
  char text[128];
  std::snprintf(text, sizeof(text), "%.17g %.17g %.17g", get(options, 0), get(options, 1), get(options, 2));
  return text;
}

/// Call `take` with the values of a few slices at a time, about 64 MiB.
template <typename Take>
void eachPiece(const VolumeOptions& options, Take&& take)
{
  const VolumeField field(options.kind, options.seed);
  const std::size_t width = bytesOf(options.type),
                    slice = static_cast<std::size_t>(options.dimensions[0] * options.dimensions[1]) * width;
  const auto slices = std::max<std::int64_t>(1, static_cast<std::int64_t>((std::size_t{ 64 } << 20) / slice));
  std::vector<unsigned char> bytes;
  for (std::int64_t first = 0; first < options.dimensions[2]; first += slices)
  {
    const std::int64_t last = std::min(first + slices, options.dimensions[2]);
    bytes.resize(static_cast<std::size_t>(last - first) * slice);
    fillSlices(field, options, first, last, bytes.data());
    take(bytes, width);
  }
}

void writeXml(const VolumeOptions& options, File& file)
{
  std::string extent;
  for (const std::int64_t points : options.dimensions)
  {
    extent += (extent.empty() ? "0 " : " 0 ") + std::to_string(points - 1);
  }
  const char* const type = options.type == VolumeType::UInt8 ? "UInt8"
    : options.type == VolumeType::UInt16                     ? "UInt16"
                                                             : "Float32";
  file.write("<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" "
             "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<ImageData WholeExtent=\"" +
    extent + "\" Origin=\"-1 -1 -1\" Spacing=\"" +
    numbers(options, [](const VolumeOptions& o, int a) { return o.spacing(a); }) + "\">\n<Piece Extent=\"" +
    extent + "\">\n<PointData Scalars=\"scalar\">\n<DataArray type=\"" + type +
    "\" Name=\"scalar\" format=\"binary\">\n");
  // The length of the data and the data are one run of base 64.
  Base64 stream(file);
  const std::uint64_t length = static_cast<std::uint64_t>(options.numValues()) * bytesOf(options.type);
  unsigned char header[8];
  for (int b = 0; b < 8; ++b)
  {
    header[b] = static_cast<unsigned char>(length >> (8 * b));
  }
  stream.write(header, sizeof(header));
  eachPiece(options,
    [&](const std::vector<unsigned char>& bytes, std::size_t) { stream.write(bytes.data(), bytes.size()); });
  stream.finish();
  file.write("\n</DataArray>\n</PointData>\n</Piece>\n</ImageData>\n</VTKFile>\n");
}

void writeLegacy(const VolumeOptions& options, File& file)
{
  const char* const type = options.type == VolumeType::UInt8 ? "unsigned_char"
    : options.type == VolumeType::UInt16                     ? "unsigned_short"
                                                             : "float";
  std::string dimensions;
  for (const std::int64_t points : options.dimensions)
  {
    dimensions += " " + std::to_string(points);
  }
  file.write(
    "# vtk DataFile Version 4.2\ninkray-generate-volume\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS" +
    dimensions + "\nORIGIN -1 -1 -1\nSPACING " +
    numbers(options, [](const VolumeOptions& o, int a) { return o.spacing(a); }) + "\nPOINT_DATA " +
    std::to_string(options.numValues()) + "\nSCALARS scalar " + type + " 1\nLOOKUP_TABLE default\n");
  eachPiece(options, [&](std::vector<unsigned char>& bytes, std::size_t width) {
    for (std::size_t i = 0; i < bytes.size() && width > 1; i += width)
    {
      std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
        bytes.begin() + static_cast<std::ptrdiff_t>(i + width));
    }
    file.write(bytes.data(), bytes.size());
  });
  file.write("\n");
}

} // namespace

void writeVolume(const VolumeOptions& options, const std::string& path)
{
  const VolumeField field(VolumeKind::Sphere, 0);
  fillSlices(field, options, 0, 0, nullptr); // refuses what makes no sense before the file is there
  File file(path);
  const bool xml = path.size() > 4 && path.compare(path.size() - 4, 4, ".vti") == 0;
  xml ? writeXml(options, file) : writeLegacy(options, file);
  file.close();
}

} // namespace inkray::generator
