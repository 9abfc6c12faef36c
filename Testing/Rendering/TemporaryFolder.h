// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

/// A folder for the files of one test. It belongs to this process alone, and is deleted with this object.
class TemporaryFolder
{
public:
  TemporaryFolder()
  {
    std::string name = (std::filesystem::temp_directory_path() / "inkray_XXXXXX").string();
    if (!mkdtemp(name.data()))
    {
      throw std::runtime_error("no folder for files of tests can be made: " + name);
    }
    this->Path = name;
  }
  ~TemporaryFolder()
  {
    std::error_code ignored;
    std::filesystem::remove_all(this->Path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Writes a file, replacing any file of that name. Returns its path.
  std::string Write(const std::string& name, const std::string& bytes) const
  {
    const std::string path = this->Path / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  std::filesystem::path Path;
};
