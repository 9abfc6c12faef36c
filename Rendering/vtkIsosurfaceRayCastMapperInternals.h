// SPDX-License-Identifier: BSD-3-Clause
// What vtkIsosurfaceRayCastMapper keeps to itself; included by its sources only.
#pragma once

#include "ImageVolume.h"
#include "RayCastDevice.h"
#include "RayCastFrameTarget.h"
#include "RayCastMessages.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkImageData.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkNew.h"
#include "vtkRayCastReport.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"
#include "vtkWeakPointer.h"

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

class vtkRenderer;
class vtkVolume;

/// What one call of Render works with.
struct vtkIsosurfaceRayCastMapper::Frame
{
  vtkRenderer* Renderer = nullptr;
  vtkVolume* Volume = nullptr;
  vtkImageData* Image = nullptr;
  vtkDataArray* Scalars = nullptr;
  int Association = vtkDataObject::POINT;
  int Component = 0;                  // -1: Euclidean norm
  vtkDataArray* ColorArray = nullptr; // null: the isovalues have the colours
  int ColorAssociation = vtkDataObject::POINT;
  int ColorComponent = 0;
  int Viewport[2] = { 0, 0 };
};

/// What lasts from frame to frame.
struct vtkIsosurfaceRayCastMapper::Internals
{
  vtkSmartPointer<vtkIsosurfaceRayCastSettings> Settings =
    vtkSmartPointer<vtkIsosurfaceRayCastSettings>::New();
  vtkNew<vtkRayCastReport> Rows;

  std::unique_ptr<inkray::IsosurfaceRayCaster> Caster;
  RayCastDevice Device;
  inkray::filters::ImageVolumeKey FailedKey; // what a CUDA device failed for
  RayCastFrameTarget Target;

  // What Caster holds. The CPU reads plain arrays where they are, so they are kept.
  bool HaveVolume = false;
  inkray::filters::ImageVolumeKey VolumeKey;
  inkray::filters::ImageVolume Volume;
  std::array<vtkSmartPointer<vtkDataArray>, 3> VolumeArrays; // values, point flags, cell flags
  inkray::VolumeReport Report;
  bool HaveColorArray = false;
  inkray::filters::ImageVolumeKey ColorKey;
  inkray::filters::ImageVolume ColorVolume;
  vtkSmartPointer<vtkDataArray> ColorArray;
  bool HaveSurfaces = false;
  std::vector<inkray::Isosurface> Surfaces;
  std::vector<int> SurfacePlaces; // in the list of isovalues
  bool Translucent = false;
  const void* ColorTableFunction = nullptr;
  vtkMTimeType ColorTableTime = 0;

  RayCastMessages Messages;

  // The last frame, as far as ProbePixel needs it.
  bool HaveFrame = false;
  inkray::Camera Camera; // over the viewport, a pixel each
  inkray::IsosurfaceFrameOptions Options;
  int Viewport[4] = { 0, 0, 0, 0 }; // lower left corner and size in the window
  vtkWeakPointer<vtkImageData> FrameImage;
  vtkWeakPointer<vtkDataArray> FrameScalars;
  vtkWeakPointer<vtkDataArray> FrameColors;
  int FrameColorAssociation = vtkDataObject::POINT;
  int FrameColorComponent = 0;
  std::vector<float> SelectionImage;
  std::vector<float> SelectionDepth;
  std::array<double, 16> WorldToEye{};
  std::array<double, 16> IndexToMesh{};
  double ProbedPosition[3] = { 0, 0, 0 };
  double ProbedIsovalue = std::numeric_limits<double>::quiet_NaN();
  double ProbedValue = std::numeric_limits<double>::quiet_NaN();
  double ProbedColorValue = std::numeric_limits<double>::quiet_NaN();
  int ProbedIsosurface = -1;

  inkray::IsosurfaceStatistics Statistics;
  bool StatisticsAreDue = false; // Caster has those of the last frame still
  double Timings[6] = { 0, 0, 0, 0, 0, 0 };
  double Memory[3] = { 0, 0, 0 };
  double ScalarRange[2] = { 1, -1 };
  int ImageSize[2] = { 0, 0 };
  double MillisecondsPerPixel = 0; // of the last frame
  vtkIdType VolumeUploads = 0;
  vtkIdType ColorArrayUploads = 0;
  vtkIdType IsosurfaceUploads = 0;
  vtkIdType ColorTableUploads = 0;

  /// The counters of the last frame. Counting takes a part of a frame's time, so it waits until somebody
  /// wants to know, or until Caster has other things to do.
  const inkray::IsosurfaceStatistics& TakeStatistics()
  {
    if (this->StatisticsAreDue && this->Caster)
    {
      try
      {
        this->Statistics = this->Caster->statistics();
      }
      catch (const inkray::Error&)
      {
        this->Statistics = {}; // the next frame says what is wrong
      }
    }
    this->StatisticsAreDue = false;
    return this->Statistics;
  }

  void ReleaseDevice()
  {
    this->Caster.reset();
    this->ReleaseVolume();
    this->HaveSurfaces = false;
    this->ColorTableFunction = nullptr;
    this->ColorTableTime = 0;
  }

  void ReleaseVolume()
  {
    this->HaveVolume = this->HaveColorArray = this->HaveFrame = false;
    this->Volume.clear();
    this->ColorVolume.clear();
    this->VolumeArrays = {};
    this->ColorArray = nullptr;
  }
};
