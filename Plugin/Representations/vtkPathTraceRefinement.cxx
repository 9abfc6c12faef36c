// SPDX-License-Identifier: BSD-3-Clause
#include "vtkPathTraceRefinement.h"

#include "ServerRanks.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkPathTraceRefinement);

vtkPathTraceRefinement::vtkPathTraceRefinement() = default;
vtkPathTraceRefinement::~vtkPathTraceRefinement() = default;

void vtkPathTraceRefinement::SetSource(const std::function<int()>& source)
{
  this->Source = source;
}

void vtkPathTraceRefinement::FindUnfinished()
{
  double all[2] = { 0, this->Source ? 1.0 * this->Source() : 0.0 };
  ServerRanks::Unite(all, 1);
  this->Unfinished = static_cast<int>(all[1]);
}

void vtkPathTraceRefinement::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Unfinished: " << this->Unfinished << "\n";
}
