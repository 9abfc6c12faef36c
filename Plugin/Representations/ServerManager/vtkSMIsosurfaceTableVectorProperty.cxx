// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSMIsosurfaceTableVectorProperty.h"

#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkSMIsosurfaceTableVectorProperty);

vtkSMIsosurfaceTableVectorProperty::vtkSMIsosurfaceTableVectorProperty() = default;
vtkSMIsosurfaceTableVectorProperty::~vtkSMIsosurfaceTableVectorProperty() = default;
