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

/// Draws everything that is ray cast in a renderer, from back to front, in whatever order the volumes were
/// added. The renderer keeps its scene.
///
/// The renderer asks one volume after the other to draw itself. If it does so in another order, the first
/// volume has the scene draw all of them, and the others find that they have been drawn.
///
/// Volumes that do not overlap are sorted by planes between their boxes (BlockOrder). Volumes that overlap
/// are cast in one picture if all of them allow it (RayCastMapper::GetMerging, inkray::RayPicture). The scene
/// asks each mapper for its part (RayCastMapper::Give), and the first volume that has data draws all parts.
/// In other blend modes than Composite, volumes that show the same values are cast in one picture, wherever
/// they lie (FilmGroups, RayCastMapper::Offer). Other volumes that overlap are sorted by the distances of
/// their centers.
///
/// Pictures that ranks draw together come last (RayCastProp::IsDrawnTogether). Either all ranks cast several
/// volumes in one picture, or none does. In such a picture, ranks exchange fragments of translucent polygons
/// and of translucent surfaces of images (RankExchange::ShareFragments).
///
/// Translucent polygons are in the picture if VTK peels polygons and volumes together (TranslucentPolygons),
/// and if there is one volume or all can be cast in one picture. A single volume without such polygons is
/// drawn directly.
class ViewScene : public vtkCommand
{
public:
  static ViewScene* New() { return new ViewScene; }
  vtkTypeMacro(ViewScene, vtkCommand);

  /// The scene of a renderer, made at the first call.
  static ViewScene* Of(vtkRenderer* renderer);

  /// Draw the picture of a volume, which must be a RayCastProp, in the pass of its picture. Returns, like the
  /// passes of vtkProp, whether anything was drawn.
  int Draw(vtkVolume* volume, int pass);

  /// Keep the opaque picture while the renderer peels translucent polygons. Called for a volume that draws
  /// its picture later, over everything else.
  void BeginPeeling() { this->Polygons.KeepOpaque(this->Renderer); }

  /// The content of the current picture besides the part of the mapper that draws it.
  const SharedPicture& GetShared() const { return this->Shared; }

  /// A rank could not draw the picture of several volumes. All ranks know, and draw each volume separately in
  /// this frame.
  void FailToMerge() { this->CannotMerge = true; }

  ///@{
  /// The picture of several parts on a device. It is kept while frames use it; ForgetPicture releases it.
  inkray::RayPicture& GetPicture(const inkray::DeviceId& device);
  void ForgetPicture() { this->Picture.reset(); }
  ///@}

  /// Whether two volumes were in one picture in the last frame.
  bool AreMerged(vtkVolume* a, vtkVolume* b) const;

  ///@{
  /// Note that the current picture has translucent polygons; and whether any picture of this frame has.
  void CountPolygons() { this->PolygonsAreDrawn = true; }
  bool HasPolygons() const { return this->PolygonsAreDrawn; }
  ///@}

  /// Count the surfaces of images as drawn: they are in the picture that ranks draw together, by the mapper
  /// of `session` on this rank.
  void CountSurfaces(const RayCastSession& session) const;

  /// Release the resources of a window's renderers.
  static void Release(vtkWindow* window);

  /// Called by the renderer at the beginning of a frame.
  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Unit = PictureUnit;
  using Parts = std::map<vtkVolume*, PicturePart>;

  std::vector<vtkVolume*> GetPictures(int pass) const;
  std::vector<FilmGroup> GatherFilms(const std::vector<vtkVolume*>& pictures) const;
  static std::size_t CountOfRanks(const std::vector<vtkVolume*>& pictures);
  /// Whether polygons or surfaces of images have to be in the picture of the volumes, on any rank.
  bool AreAnySurfaces(const std::vector<vtkVolume*>& pictures, SharedPicture& shared);
  bool DrawWithSurfaces(const std::vector<vtkVolume*>& pictures);
  /// The parts of those volumes of a unit that can share a picture.
  Parts Collect(const Unit& unit) const;
  static bool AreOnOneDevice(const Parts& parts);
  void DrawUnit(const Unit& unit);
  /// Draw the volumes of a unit. Volumes that gave a part are drawn in one picture, together with `shared`.
  /// If this picture fails, the renderer gets back the polygons in `shared`, and each volume is drawn
  /// separately. Returns false, and draws nothing, if ranks that draw together have failed.
  bool DrawTogether(const Unit& unit, const Parts& parts, SharedPicture& shared);
  void DrawOne(vtkVolume* volume, const SharedPicture& shared = {});

  vtkWeakPointer<vtkRenderer> Renderer;
  std::map<vtkVolume*, int> Done; ///< volumes drawn before their turn, and the results of their passes

  SharedPicture Shared;     ///< of the current picture
  bool CannotMerge = false; ///< in this frame, on any rank
  std::vector<std::set<vtkVolume*>> Merged;

  std::unique_ptr<inkray::RayPicture> Picture;
  inkray::DeviceId PictureDevice;
  bool IsPictureUsed = false; ///< in this frame

  TranslucentPolygons Polygons;
  bool PolygonsAreDrawn = false; ///< in this frame
};
