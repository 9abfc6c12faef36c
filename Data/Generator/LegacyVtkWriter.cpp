// SPDX-License-Identifier: BSD-3-Clause
#include "LegacyVtkWriter.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace inkray::generator
{
namespace
{

/// A file that is written in blocks of a few megabytes. Legacy files are big-endian, so each value
/// is copied to a buffer anyway.
class BigEndianFile
{
public:
  explicit BigEndianFile(const std::string& path)
    : Path(path)
    , File(std::fopen(path.c_str(), "wb"), &std::fclose)
  {
    this->check(this->File != nullptr);
    this->Buffer.reserve(BlockBytes + 64);
  }
  void text(const std::string& line) { this->Buffer.insert(this->Buffer.end(), line.begin(), line.end()); }
  template <typename T>
  void value(T x)
  {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &x, sizeof(T));
    const std::size_t end = this->Buffer.size();
    this->Buffer.resize(end + sizeof(T));
    for (std::size_t b = 0; b < sizeof(T); ++b)
    {
      this->Buffer[end + b] = bytes[sizeof(T) - 1 - b];
    }
    if (this->Buffer.size() >= BlockBytes)
    {
      this->flush();
    }
  }
  void close()
  {
    this->flush();
    std::FILE* file = this->File.release();
    this->check(std::fclose(file) == 0);
  }

private:
  static constexpr std::size_t BlockBytes = std::size_t{ 4 } << 20;
  void flush()
  {
    this->check(
      std::fwrite(this->Buffer.data(), 1, this->Buffer.size(), this->File.get()) == this->Buffer.size());
    this->Buffer.clear();
  }
  void check(bool good) const
  {
    if (!good)
    {
      throw std::runtime_error("Cannot write " + this->Path + ": " + std::strerror(errno) + ".");
    }
  }
  std::string Path;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> File;
  std::vector<unsigned char> Buffer;
};

void writeReals(BigEndianFile& file, const std::vector<float>& values, bool asDouble)
{
  for (const float x : values)
  {
    if (asDouble)
    {
      file.value(static_cast<double>(x));
    }
    else
    {
      file.value(x);
    }
  }
  file.text("\n");
}

} // namespace

void writeLegacyVtk(const TetMesh& mesh, const std::string& path, bool asDouble)
{
  constexpr std::int32_t vtkTetra = 10;
  const std::string real = asDouble ? "double" : "float";
  const std::string points = std::to_string(mesh.numPoints()), tets = std::to_string(mesh.numTets());
  BigEndianFile file(path);
  file.text("# vtk DataFile Version 4.2\ninkray-generate-tets\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS " +
    points + " " + real + "\n");
  writeReals(file, mesh.points, asDouble);
  file.text("CELLS " + tets + " " + std::to_string(5 * mesh.numTets()) + "\n");
  for (std::size_t i = 0; i < mesh.tets.size(); ++i)
  {
    if (i % 4 == 0)
    {
      file.value(std::int32_t{ 4 });
    }
    file.value(mesh.tets[i]);
  }
  file.text("\nCELL_TYPES " + tets + "\n");
  for (std::int64_t t = 0; t < mesh.numTets(); ++t)
  {
    file.value(vtkTetra);
  }
  file.text("\nPOINT_DATA " + points + "\nSCALARS scalar " + real + " 1\nLOOKUP_TABLE default\n");
  writeReals(file, mesh.scalars, asDouble);
  file.close();
}

} // namespace inkray::generator
