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

/// The ranks of a server whose pictures ParaView composites with IceT, in the order of their boxes.
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

  /// In REQUEST_RENDER: whether several ranks draw the coming frame, each of them once, and ParaView
  /// composites their pictures. If so, ranks with nothing to show are made to draw, too. The answer is the
  /// same on all ranks.
  static bool DrawTogether(vtkInformation* view, vtkPVDataRepresentation* representation);
  /// Whether the coming frame is a still, which may take longer. The answer is the same on all ranks.
  static bool IsStill(vtkPVDataRepresentation* representation);
  /// Whether every other volume or ray cast isosurface in the view can be in one picture with this display.
  /// `goesWith` decides it for one of them. The answer is the same on all ranks.
  static bool IsOnePicture(vtkPVDataRepresentation* representation,
    const std::function<bool(vtkPVDataRepresentation* other)>& goesWith);

  /// Set the placement of the volume that ranks draw. The ranks' boxes are in data coordinates, but ParaView
  /// takes them to be in world coordinates. The default is the identity.
  void SetDataToWorld(vtkMatrix4x4* dataToWorld) { this->DataToWorld->DeepCopy(dataToWorld); }

private:
  static std::vector<int> FindOrder(vtkRenderer* renderer, vtkCamera* camera);

  vtkNew<vtkMatrix4x4> DataToWorld;
};
