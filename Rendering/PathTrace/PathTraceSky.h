// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/Environment.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

class vtkPathTraceSettings;
class vtkRenderer;

/// The light from all around that vtkPathTraceSettings describes. A picture is read once, until its file is
/// another or has changed.
class PathTraceSky
{
public:
  /// The environment of the settings. `report` gets a sentence where the picture cannot be read; the sky of
  /// the settings takes its place then.
  inkray::Environment Make(vtkPathTraceSettings* settings, vtkRenderer* renderer,
    const std::function<void(const std::string&)>& report);

  /// Whether any light comes from the result of Make.
  bool IsBright(const inkray::Environment& sky) const;

  /// The numbers that the result of Make depends on: equal as long as it is the same. Call it after Make.
  static std::vector<double> KeyOf(const inkray::Environment& sky, int readings);
  /// Number of times that a file was read.
  int GetNumberOfReadings() const { return this->Readings; }

private:
  /// State that changes with a file: programs that write it anew may keep its length, or its time.
  struct FileState
  {
    static FileState Of(const std::string& fileName);
    bool operator==(const FileState& other) const
    {
      return this->Exists == other.Exists && this->Time == other.Time && this->Bytes == other.Bytes;
    }
    bool Exists = false;
    std::filesystem::file_time_type Time{};
    std::uint64_t Bytes = 0;
  };

  void ReadIfChanged(const std::string& fileName);
  std::string Read();

  std::string FileName;
  FileState State;     // of the file when it was read
  std::string Problem; // of the file
  inkray::Environment Picture;
  bool IsPictureBright = false;
  int Readings = 0;
};
