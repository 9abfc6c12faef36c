// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkObject.h"
#include "vtkRayCastReport.h"
#include "vtkSetGet.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

/// Messages of a mapper or a representation about its input: problems, which the user has to solve, and
/// notes. Each look at the input collects them anew. Both become rows of the report. A problem is also an
/// error or a warning, which is not repeated as long as each look finds the problem again.
class RayCastMessages
{
public:
  ///@{
  /// The begin and the end of a look at the input. Messages that are not given again until End, or until the
  /// next Begin, are forgotten.
  void Begin()
  {
    this->Known = std::move(this->Found);
    this->Found.clear();
    this->Rows.clear();
    this->Caption.clear();
  }
  void End() { this->Known.clear(); }
  ///@}

  /// Report a problem of `from` as an error or a warning. Its text identifies it or, if the text varies while
  /// someone drags a slider, `kind`.
  void Report(
    vtkObject* from, bool error, const std::string& message, const std::string& kind = std::string())
  {
    this->AddRow("problem", message);
    this->Say(from, error, message, kind);
  }

  /// Report a problem as a warning; does nothing if the text is empty.
  void Warn(vtkObject* from, const std::string& message)
  {
    if (!message.empty())
    {
      this->Report(from, false, message);
    }
  }

  /// Report a problem that has no row here, since the report has another row for it.
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
  /// A text for the view that explains an empty picture; empty: no text.
  void SetCaption(const std::string& caption) { this->Caption = caption; }
  const std::string& GetCaption() const { return this->Caption; }
  ///@}

  /// Add a note that explains the picture. The user need not act on it.
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

  std::set<std::string> Known; // problems of the last look
  std::set<std::string> Found; // problems of this look
  std::vector<std::pair<const char*, std::string>> Rows;
  std::string Caption;
};
