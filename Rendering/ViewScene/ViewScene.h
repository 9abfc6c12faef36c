// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "FilmGroups.h"
#include "Picture/RayPicture.h"
#include "PicturePart.h"
#include "TranslucentPolygons.h"
#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <vector>

struct PictureUnit;
class RayCastSession;
class vtkRenderer;
class vtkViewport;
class vtkVolume;
class vtkWindow;

/// All that is ray cast in a renderer, which keeps it: draws the pictures from back to front, whatever the
/// order in which their volumes were added.
///
/// The renderer asks one volume after the other to draw itself. The first one that is asked has all of them
/// drawn where their order is not that of the renderer already; the others find that their turn is over.
/// Volumes that do not overlap are sorted by planes between their boxes (BlockOrder). Volumes that do are
/// cast in one picture where all of them can be (RayCastMapper::GetMerging, inkray::RayPicture): the scene
/// asks each mapper for its part (RayCastMapper::Give), and the first of them draws all.
/// Volumes in one of the other blend modes are cast in one picture, too, wherever they lie, where they show
/// the same (FilmGroups): the scene asks each for what it shows (RayCastMapper::Offer).
/// Others that overlap are sorted by the distances of their centers, and what ranks draw together comes last
/// (RayCastProp::IsDrawnTogether): all of them cast several volumes in one picture, or none does. Translucent
/// polygons are in the picture, too, where there is one volume or all can be cast in one, and VTK peels
/// polygons and volumes (TranslucentPolygons). In a picture that ranks draw together so are translucent
/// surfaces of images: the fragments of both are handed out by the parts in which ranks draw
/// (RankExchange::ShareFragments). Where there is only one volume and no such polygon, nothing is done but to
/// draw it.
class ViewScene : public vtkCommand
{
public:
  static ViewScene* New() { return new ViewScene; }
  vtkTypeMacro(ViewScene, vtkCommand);

  /// The scene of a renderer.
  static ViewScene* Of(vtkRenderer* renderer);

  /// Called for a volume, which is a RayCastProp, in the pass in which it draws its picture. Returns as the
  /// passes of vtkProp.
  int Draw(vtkVolume* volume, int pass);

  /// Called for a volume that draws its picture over all else, where others draw theirs while the renderer
  /// peels translucent polygons.
  void BeginPeeling() { this->Polygons.KeepOpaque(this->Renderer); }

  /// For the mapper that draws: what is in its picture besides its own part.
  const SharedPicture& GetShared() const { return this->Shared; }

  /// A rank could not draw the picture of several volumes. All ranks know, and draw each volume separately in
  /// this frame.
  void FailToMerge() { this->CannotMerge = true; }

  ///@{
  /// The picture of several parts on a device, which is kept as long as frames have one; and give it back.
  inkray::RayPicture& GetPicture(const inkray::DeviceId& device);
  void ForgetPicture() { this->Picture.reset(); }
  ///@}

  /// Whether two volumes were in one picture in the last frame.
  bool AreMerged(vtkVolume* a, vtkVolume* b) const;

  ///@{
  /// The picture that is drawn now has translucent polygons in it; and whether any picture of this frame has.
  void CountPolygons() { this->PolygonsAreDrawn = true; }
  bool HasPolygons() const { return this->PolygonsAreDrawn; }
  ///@}

  /// The picture that ranks draw together, by the mapper of `session` here, shows the surfaces of images.
  void CountSurfaces(const RayCastSession& session) const;

  /// Give back the resources of a window's renderers.
  static void Release(vtkWindow* window);

  /// Called by the renderer at the beginning of a frame.
  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Unit = PictureUnit;
  using Parts = std::map<vtkVolume*, PicturePart>;

  std::vector<vtkVolume*> GetPictures(int pass) const;
  std::vector<FilmGroup> GatherFilms(const std::vector<vtkVolume*>& pictures) const;
  static std::size_t CountOfRanks(const std::vector<vtkVolume*>& pictures);
  /// Whether polygons or surfaces of images are to be in the picture of volumes, on any rank.
  bool AreAnySurfaces(const std::vector<vtkVolume*>& pictures, SharedPicture& shared);
  bool DrawWithSurfaces(const std::vector<vtkVolume*>& pictures);
  /// The parts of the volumes of a unit that can be in one picture with others.
  Parts Collect(const Unit& unit) const;
  static bool AreOnOneDevice(const Parts& parts);
  void DrawUnit(const Unit& unit);
  /// Draw the volumes of a unit: those that gave a part in one picture, with what is shared besides, whose
  /// polygons are put back where that fails. False: ranks have failed together, and nothing is drawn.
  bool DrawTogether(const Unit& unit, const Parts& parts, SharedPicture& shared);
  void DrawOne(vtkVolume* volume, const SharedPicture& shared = {});

  vtkWeakPointer<vtkRenderer> Renderer;
  std::map<vtkVolume*, int> Done; ///< drawn before their turn, with what their passes return then

  SharedPicture Shared;     ///< of the picture that is drawn now
  bool CannotMerge = false; ///< in this frame, on any rank
  std::vector<std::set<vtkVolume*>> Merged;

  std::unique_ptr<inkray::RayPicture> Picture;
  inkray::DeviceId PictureDevice;
  bool IsPictureUsed = false; ///< in this frame

  TranslucentPolygons Polygons;
  bool PolygonsAreDrawn = false; ///< in this frame
};
