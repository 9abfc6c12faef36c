// SPDX-License-Identifier: BSD-3-Clause
// A mesh from outside of the project. The test is skipped where the file does not exist.
#include "vtkTetrahedralizer.h"

#include "vtkCellArray.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"
#include "vtkXMLUnstructuredGridReader.h"

#include <gtest/gtest.h>

#include <fstream>

TEST(RealMesh, BluntFin)
{
  const std::string path = std::string(INKRAY_SHARED_DATA) + "/bluntfin_tets.vtu";
  if (!std::ifstream(path))
  {
    GTEST_SKIP() << path << " is not there";
  }
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  vtkUnstructuredGrid* grid = reader->GetOutput();

  vtkNew<vtkTetrahedralizer> topology;
  EXPECT_TRUE(topology->Update(grid));
  EXPECT_EQ(topology->GetNumberOfTets(), 224874);
  EXPECT_EQ(topology->GetMesh().numPoints, 40960);
  EXPECT_EQ(topology->GetMesh().connectivity, grid->GetCells()->GetConnectivityArray()->GetVoidPointer(0));
  EXPECT_EQ(topology->GetMemorySize(), 0u);
  EXPECT_EQ(topology->GetMessage(), "");

  vtkDataArray* density = grid->GetPointData()->GetArray("Density");
  inkray::Field scalars;
  ASSERT_TRUE(topology->GetScalars(density, vtkDataObject::POINT, 0, scalars));
  EXPECT_EQ(scalars.values, density->GetVoidPointer(0));
  EXPECT_EQ(scalars.numTuples, 40960);

  // The file is read again, as at the next time step.
  reader->Modified();
  reader->Update();
  EXPECT_FALSE(topology->Update(reader->GetOutput()));
}
