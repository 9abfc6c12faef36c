// SPDX-License-Identifier: BSD-3-Clause
#include "vtkPathTraceRefinement.h"

#include "ServerRanks.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkPathTraceRefinement);

vtkPathTraceRefinement::vtkPathTraceRefinement() = default;
vtkPathTraceRefinement::~vtkPathTraceRefinement() = default;

void vtkPathTraceRefinement::SetSource(const std::function<bool()>& source)
{
  this->Source = source;
}

void vtkPathTraceRefinement::FindUnfinished()
{
  const bool mine = this->Source && this->Source();
  double all[2] = { 0, mine ? 1.0 : 0.0 };
  ServerRanks::Unite(all, 1);
  this->Unfinished = all[1] > 0 ? 1 : 0;
}

void vtkPathTraceRefinement::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Unfinished: " << this->Unfinished << "\n";
}
