// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkObject.h"
#include "vtkSetGet.h"

#include <set>
#include <string>

/// What a mapper or a representation has reported about its input: everything once, and again for another
/// input.
class RayCastMessages
{
public:
  /// The input as of this modification time is what the next messages are about.
  void About(vtkMTimeType inputTime)
  {
    if (this->Time != inputTime)
    {
      this->Time = inputTime;
      this->Reported.clear();
    }
  }

  /// Report an error or a warning of `from`, unless it, or another message of its kind, has been reported.
  void Report(
    vtkObject* from, bool error, const std::string& message, const std::string& kind = std::string())
  {
    if (!this->Reported.insert(kind.empty() ? message : kind).second)
    {
      return;
    }
    if (error)
    {
      vtkErrorWithObjectMacro(from, << message);
    }
    else
    {
      vtkWarningWithObjectMacro(from, << message);
    }
  }

private:
  vtkMTimeType Time = 0;
  std::set<std::string> Reported;
};
