// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshVolumeArrays.h"
#include "PicturePart.h"
#include "RayCastCuts.h"
#include "RayCastFrame.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"

#include <array>
#include <functional>

struct VolumeParts;
class vtkPlaneCollection;
class vtkTetRayCastSettings;

/// One frame of a mapper of volumes, whatever cells they have: how it shows them, and the casting of rays.
/// Subclasses find the data and send them to the caster.
class VolumeFrame
  : public RayCastFrame
  , protected MeshVolumeArrays
{
public:
  bool Find() override;
  /// Called in place of Draw: describe what this frame adds to a picture of films. Returns false if it cannot
  /// be shared.
  bool Offer(FilmOffer& offer);
  /// Called in place of Draw: provide this frame's part of a shared picture. Returns false if it cannot be
  /// shared.
  bool Give(PicturePart& part);
  void Draw() override
  {
    this->WithMemory([this] { this->DrawOnce(); });
  }
  /// Whether Find completed without data, which is no failure for one of several ranks.
  bool HasNoData() const;
  /// Called last, also after failures of this rank: show what other ranks have cast, if this rank has to.
  void DrawOthers();

protected:
  /// `films`: the group in whose picture the frame is, or null. `isAsked`: another mapper asks for this one's
  /// part of a picture.
  VolumeFrame(VolumeParts& common, vtkTetRayCastSettings* settings, vtkDataSet* input, const FilmGroup* films,
    bool isAsked)
    : Common(common)
    , Settings(settings)
    , Films(films)
    , Input(input)
    , IsAsked(isAsked)
  {
  }

  /// The part of Find that differs by cells: find the data, and how they are shown. Returns false if there
  /// are none, or none that can be drawn.
  virtual bool FindData() = 0;
  /// A part of FindData: choose what the settings and a mapper show of the data, and how. Returns false, and
  /// reports why, if the data cannot be drawn.
  template <class Mapper>
  bool SelectLook(Mapper& mapper, vtkDataSet* data)
  {
    mapper.GetThresholdRange(this->ThresholdRange);
    mapper.GetAverageIPScalarRange(this->AverageRange.data());
    this->BlendedOpacity = mapper.GetBlendedOpacity();
    this->Data = data;
    return this->SelectLook(mapper.GetBlendMode(), mapper.GetClippingPlanes(), data);
  }

  /// Send isosurfaces, functions and light to a caster that has the values. Returns false if there is nothing
  /// to show.
  bool UpdateStyle();
  virtual inkray::FrameOptions MakeOptions() const;
  /// Bring the caster up to date with all data of the frame. Returns false, and reports why, if there is
  /// nothing to draw.
  virtual bool Update() = 0;
  /// This frame's part of a shared picture.
  PicturePart MakePart(const inkray::FrameOptions& options) const;
  void NoteCast(); ///< take the figures of the frame that was cast
  bool HasSurfaces() const { return !this->Surfaces.Surfaces.empty() || !this->Slices.empty(); }

  VolumeParts& Common;
  vtkTetRayCastSettings* const Settings;
  const FilmGroup* const Films;
  RayCastCuts Cuts;

private:
  /// Find the ranges that values are relative to, which are those of the group of films, or of the picture
  /// before a selection.
  void FindRanges();
  void DrawOnce();     ///< Draw, with the memory that there is
  void CastTogether(); ///< together with other ranks
  /// Do a step, and repeat it in another way if memory runs out (PiecesChoice::DrawOtherwise).
  void WithMemory(const std::function<void()>& step);
  inkray::FrameOptions PrepareCast() const; ///< of a picture
  /// Cast and present the picture, with those of others that share it, unless it cannot be shared: each
  /// volume is then drawn separately.
  void CastPicture();
  void DrawIds(); ///< for a selection
  bool SelectLook(int mode, vtkPlaneCollection* planes, vtkDataSet* data);
  void FindHeldRanges();
  bool SelectVolume(int mode, vtkDataSet* data);

  std::array<double, 2> AverageRange = { 0, 0 };
  vtkDataSet* const Input; // null: none
  const bool IsAsked;
  bool HasData = false;
  bool IsFound = false; // Find has completed
  vtkDataSet* Data = nullptr;
};
