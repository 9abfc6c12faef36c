// SPDX-License-Identifier: BSD-3-Clause
// A client's commands to a report end in a number, whatever happens to who finds it.
#include "vtkCallbackCommand.h"
#include "vtkCommand.h"
#include "vtkNew.h"
#include "vtkRepresentationReport.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace
{

TEST(RepresentationReport, AGradientThatCannotBeFoundIsAWarning)
{
  vtkNew<vtkRepresentationReport> report;
  std::string warnings;
  vtkNew<vtkCallbackCommand> listen;
  listen->SetClientData(&warnings);
  listen->SetCallback([](vtkObject*, unsigned long, void* to, void* text) {
    *static_cast<std::string*>(to) += static_cast<const char*>(text);
  });
  report->AddObserver(vtkCommand::WarningEvent, listen);

  report->SetGradientSource([] { return 3.0; });
  report->FindLargestGradient();
  EXPECT_EQ(report->GetLargestGradient(), 3.0);
  EXPECT_EQ(warnings, "");

  report->SetGradientSource([]() -> double { throw std::runtime_error("the array cannot be read"); });
  EXPECT_NO_THROW(report->FindLargestGradient());
  EXPECT_EQ(report->GetLargestGradient(), 0.0);
  EXPECT_NE(warnings.find("the array cannot be read"), std::string::npos) << warnings;
}

} // namespace
