// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkObject.h"
#include "vtkRayCastReport.h"
#include "vtkSetGet.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

/// Messages of a mapper or a representation about its input, from one look at it to the next: problems, which
/// the user has to solve, and notes. Both become rows of the report. A problem is an error or a warning as
/// well, but once: not again as long as every look finds it.
class RayCastMessages
{
public:
  ///@{
  /// A look at the input. Messages that are not given between these calls, or from one Begin to the next, are
  /// forgotten.
  void Begin()
  {
    this->Known = std::move(this->Found);
    this->Found.clear();
    this->Rows.clear();
    this->Caption.clear();
  }
  void End() { this->Known.clear(); }
  ///@}

  /// A problem of `from`, as an error or a warning. It is known by its text, or by `kind` where the text
  /// varies while someone drags a slider.
  void Report(
    vtkObject* from, bool error, const std::string& message, const std::string& kind = std::string())
  {
    this->AddRow("problem", message);
    this->Say(from, error, message, kind);
  }

  /// Report a problem as a warning; nothing where the text is empty.
  void Warn(vtkObject* from, const std::string& message)
  {
    if (!message.empty())
    {
      this->Report(from, false, message);
    }
  }

  /// Give a problem without a row, because the report has another row for it.
  void Say(vtkObject* from, bool error, const std::string& message, const std::string& kind)
  {
    const std::string& key = kind.empty() ? message : kind;
    if (!this->Found.insert(key).second || this->Known.count(key) > 0)
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

  ///@{
  /// A text for the view, for a picture in which nothing can be seen: it says why. Empty: none.
  void SetCaption(const std::string& caption) { this->Caption = caption; }
  const std::string& GetCaption() const { return this->Caption; }
  ///@}

  /// Something that explains the picture and asks for nothing.
  void Note(const std::string& message) { this->AddRow("note", message); }

  /// Add a row for each problem and note.
  void AddRows(vtkRayCastReport* report) const
  {
    for (const auto& row : this->Rows)
    {
      report->AddRemark(row.first, row.second.c_str());
    }
  }

private:
  void AddRow(const char* name, const std::string& text) { this->Rows.emplace_back(name, text); }

  std::set<std::string> Known; // problems of the look before
  std::set<std::string> Found; // and of this one
  std::vector<std::pair<const char*, std::string>> Rows;
  std::string Caption;
};
