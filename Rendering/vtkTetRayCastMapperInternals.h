// SPDX-License-Identifier: BSD-3-Clause
// What vtkTetRayCastMapper keeps to itself; included by its sources only.
#pragma once

#include "RayCastDevice.h"
#include "RayCastFrameTarget.h"
#include "RayCastMessages.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkRayCastReport.h"
#include "vtkSmartPointer.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkTetrahedralizer.h"
#include "vtkVolumeProperty.h"
#include "vtkWeakPointer.h"

#include <memory>
#include <string>

class vtkRenderer;
class vtkUnstructuredGrid;
class vtkVolume;

/// What one call of Render works with.
struct vtkTetRayCastMapper::Frame
{
  vtkRenderer* Renderer = nullptr;
  vtkVolume* Volume = nullptr;
  vtkUnstructuredGrid* Grid = nullptr;
  vtkDataArray* Scalars = nullptr;
  int Association = vtkDataObject::POINT;
  int Component = 0; // -1: Euclidean norm
  int Viewport[2] = { 0, 0 };
};

/// What lasts from frame to frame.
struct vtkTetRayCastMapper::Internals
{
  vtkSmartPointer<vtkTetRayCastSettings> Settings = vtkSmartPointer<vtkTetRayCastSettings>::New();
  vtkNew<vtkRayCastReport> Rows;

  std::unique_ptr<inkray::TetRayCaster> Caster;
  RayCastDevice Device;
  vtkMTimeType FailedMesh = 0; // what a CUDA device failed for

  vtkNew<vtkTetrahedralizer> Topology;
  RayCastFrameTarget Target;

  // What Caster holds, by modification time.
  vtkMTimeType MeshTime = 0;
  vtkWeakPointer<vtkDataArray> Scalars;
  vtkMTimeType ScalarTime = 0;
  int Association = -1;
  int Component = 0;
  bool Drawable = false;
  vtkWeakPointer<vtkVolumeProperty> Property;
  vtkMTimeType PropertyTime = 0;

  RayCastMessages Messages;

  inkray::TetMeshReport Report;
  inkray::TetRayCastStatistics Statistics;
  double Timings[6] = { 0, 0, 0, 0, 0, 0 };
  double Memory[3] = { 0, 0, 0 };
  int ImageSize[2] = { 0, 0 };
  double MillisecondsPerPixel = 0; // of the last frame
  vtkIdType MeshUploads = 0;
  vtkIdType ScalarUploads = 0;
  vtkIdType TransferFunctionUploads = 0;

  void ReleaseDevice()
  {
    this->Caster.reset();
    this->MeshTime = this->ScalarTime = this->PropertyTime = 0;
    this->Scalars = nullptr;
    this->Property = nullptr;
  }
};
