// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastRanks.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"

#include <array>
#include <functional>
#include <vector>

class vtkCamera;
class vtkInformation;
class vtkPVDataRepresentation;

/// The ranks of a server whose pictures ParaView blends in the order of their boxes, by IceT.
class CompositedRanks : public RayCastRanks
{
public:
  int GetRank() const override;
  int GetNumberOfRanks() const override;
  std::vector<int> GetFrontToBack(vtkRenderer* renderer) const override;
  std::vector<int> GetPartsFrontToBack(vtkRenderer* renderer) const override;
  std::vector<std::array<double, 6>> GetBoxes(vtkRenderer* renderer) const override;
  void TakeLeast(double* values, std::int64_t number) override;
  void TakeLeast(float* values, std::int64_t number) override;
  void TakeLeast(std::int64_t* values, std::int64_t number) override;
  void TakeSum(float* values, std::int64_t number) override;
  void Send(const float* values, std::int64_t number, int to) override;
  void Receive(float* values, std::int64_t number, int from) override;

  /// In REQUEST_RENDER: whether the view draws the coming frame on several ranks, all of which draw it once
  /// and blend their pictures. The view then draws on a rank that has nothing to show, too. The answer is the
  /// same on all ranks.
  static bool DrawTogether(vtkInformation* view, vtkPVDataRepresentation* representation);
  /// Whether the coming frame is a still, which may take its time. The answer is the same on all ranks.
  static bool IsStill(vtkPVDataRepresentation* representation);
  /// Whether each other volume that is shown in the view, or isosurfaces by ray casting, can be in one
  /// picture with this one: `goesWith` tells of one. The answer is the same on all ranks.
  static bool IsOnePicture(vtkPVDataRepresentation* representation,
    const std::function<bool(vtkPVDataRepresentation* other)>& goesWith);

  /// Where the volume is that ranks draw: boxes of ranks are in the coordinates of the data, while ParaView
  /// takes them to be in those of the world. The default is the same.
  void SetDataToWorld(vtkMatrix4x4* dataToWorld) { this->DataToWorld->DeepCopy(dataToWorld); }

private:
  static std::vector<int> FindOrder(vtkRenderer* renderer, vtkCamera* camera);

  vtkNew<vtkMatrix4x4> DataToWorld;
};
