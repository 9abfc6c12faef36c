// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastRanks.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkOrderedCompositingHelper.h"

#include <array>
#include <vector>

class DisplayMessages;
class vtkCamera;
class vtkInformation;
class vtkPVDataRepresentation;
class vtkPVRayCastVolume;

/// The ranks of a server whose pictures ParaView composites with IceT, in the order of their boxes.
class CompositedRanks : public RayCastRanks
{
public:
  int GetRank() const override;
  int GetNumberOfRanks() const override;
  std::vector<int> GetFrontToBack(vtkRenderer* renderer) const override;
  std::vector<int> GetPartsFrontToBack(vtkRenderer* renderer) const override;
  std::vector<std::array<double, 6>> GetBoxes(vtkRenderer* renderer) const override;
  std::array<double, 16> GetBoxesToData() const override;
  void TakeLeast(double* values, std::int64_t number) override;
  void TakeLeast(float* values, std::int64_t number) override;
  void TakeLeast(std::int64_t* values, std::int64_t number) override;
  void TakeSum(float* values, std::int64_t number) override;
  void Send(const float* values, std::int64_t number, int to) override;
  void Receive(float* values, std::int64_t number, int from) override;

  /// In REQUEST_RENDER: decide whether the ranks draw the volume of a display, which is a RankPicture,
  /// together in the coming frame, and tell the volume. `isFilm`: its blend mode is not Composite. `bounds`:
  /// of this rank's data. Returns the ranks for the mapper, which then renders even without data; otherwise
  /// null. All ranks call this together, and decide alike.
  RayCastRanks* Choose(vtkInformation* view, vtkPVDataRepresentation* display, vtkPVRayCastVolume* volume,
    bool isFilm, const double bounds[6], DisplayMessages& messages);
  /// Whether the coming frame is a still, which may take longer. The answer is the same on all ranks.
  static bool IsStill(vtkPVDataRepresentation* representation);

private:
  /// In REQUEST_RENDER: whether several ranks draw the coming frame, each of them once, and ParaView
  /// composites their pictures. If so, ranks with nothing to show are made to draw, too. The answer is the
  /// same on all ranks.
  static bool DrawTogether(vtkInformation* view, vtkPVDataRepresentation* representation);
  /// Find the boxes of the parts in the coming frame: those along turned axes if there are any, otherwise
  /// those that the view knows. Null: nothing is drawn together.
  void FindTurnedBoxes(vtkPVDataRepresentation* display);
  vtkOrderedCompositingHelper* FindPartBoxes(vtkRenderer* renderer) const;
  static std::vector<int> FindOrder(vtkOrderedCompositingHelper* boxes, vtkCamera* camera);

  // The placement of the volume that ranks draw. The ranks' boxes are in data coordinates, but ParaView takes
  // them to be in world coordinates.
  vtkNew<vtkMatrix4x4> DataToWorld;
  vtkNew<vtkOrderedCompositingHelper> Turned; // boxes along the axes of images; none: the view's boxes apply
  vtkNew<vtkMatrix4x4> TurnedToData;          // from these axes; the identity for the view's boxes
};
