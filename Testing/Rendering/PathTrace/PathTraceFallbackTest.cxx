// SPDX-License-Identifier: BSD-3-Clause
#include "FallbackTest.h"
#include "PathTraceScene.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVolumeProperty.h"

TEST_F(Fallback, PathsWhereverMemoryRunsOut)
{
  // An image and a mesh with volumes, and with surfaces colored by an array, before a wall.
  for (const char* where : { "create", "addVolume", "setColorValues", "setColorTable", "setIsosurfaces",
         "setTransferFunction", "addMesh", "setMeshValues", "setMeshColorValues", "setMeshColorTable",
         "setMeshIsosurfaces", "setMeshTransferFunction", "addTriangles", "setEnvironment", "render" })
  {
    SCOPED_TRACE(where);
    PathTraceScene scene(slanted);
    scene.Paths->GetIsovalues()->SetValue(0, 0.25);
    scene.Paths->SetColorModeToArray();
    scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "f");
    scene.Paths->SetOpacity(0.5);
    scene.Paths->IncludeVolumeOn();
    scene.Paths->IncludeSurfacesOn();
    scene.Volume->GetProperty()->GetScalarOpacity()->AddPoint(0, 0.3);
    const double origin[3] = { -1, -1, -0.9 }, right[3] = { 1, -1, -0.9 }, up[3] = { -1, 1, -0.9 };
    scene.Renderer->AddActor(MakeQuad(origin, right, up, 1, 0, 0));
    vtkSmartPointer<vtkUnstructuredGrid> cube = MakeCube(2);
    scene.Tracer->AddDataSet(cube);
    scene.Paths->SetDeviceToCPU();
    const auto whole = scene.Picture();
    ASSERT_GT(LargestDifference(whole, std::vector<float>(whole.size(), 0.0f)), 0.2f);

    Messages messages(scene.Tracer);
    FailingDevice::Fails = where;
    FailingDevice::Made = 0;
    scene.Paths->SetDeviceToAuto();
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    expectOneMessage(messages);
    EXPECT_TRUE(contains(scene.Tracer->GetDeviceName(), "CPU"));
    EXPECT_TRUE(contains(scene.Tracer->GetFallbackReason(), "200.0 MiB"));
    EXPECT_EQ(FailingDevice::Made, std::string(where) == "create" ? 0 : 1) << "not in every frame";

    // A changed mesh may fit, so the device is tried again. Here the mesh is the same.
    FailingDevice::Fails.clear();
    cube->GetPoints()->Modified();
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    EXPECT_STREQ(scene.Tracer->GetDeviceName(), "failing device");
    EXPECT_STREQ(scene.Tracer->GetFallbackReason(), "");
    EXPECT_EQ(messages.Said.size(), 1u);
  }
}
