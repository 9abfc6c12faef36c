// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkObject.h"
#include "vtkSetGet.h"

#include <set>
#include <string>

/// What a representation reports about its input: every message once, and again for another input.
class RepresentationMessages
{
public:
  /// There is another input: messages that were reported are reported again.
  void Clear() { this->Reported.clear(); }

  /// Report an error or a warning of `representation`, unless it has been reported.
  void Report(vtkObject* representation, bool error, const std::string& message)
  {
    if (!this->Reported.insert(message).second)
    {
      return;
    }
    if (error)
    {
      vtkErrorWithObjectMacro(representation, << message);
    }
    else
    {
      vtkWarningWithObjectMacro(representation, << message);
    }
  }

private:
  std::set<std::string> Reported;
};
