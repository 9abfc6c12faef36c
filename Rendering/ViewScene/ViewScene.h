// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "FilmGroups.h"
#include "Picture/RayPicture.h"
#include "TranslucentPolygons.h"
#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <cstddef>
#include <functional>
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
/// cast in one picture where all of them can be (RayCastMapper::GetMerging, inkray::RayPicture): first each
/// mapper brings its data up to date and gives what it shows, then the first of them casts all.
/// Volumes in one of the other blend modes are cast in one picture, too, wherever they lie, where they show
/// the same (FilmGroups): each first says what it shows.
/// Others that overlap are sorted by the distances of their centres, and what ranks draw together comes last
/// (RayCastProp::IsDrawnTogether): all of them cast several volumes in one picture, or none does. Translucent
/// polygons are in the picture, too, where there is one volume or all can be cast in one, and VTK peels
/// polygons and volumes (TranslucentPolygons). In a picture that ranks draw together so are translucent
/// surfaces of images: the fragments of both are handed out by the parts in which ranks draw
/// (FilmExchange::ShareFragments). Where there is only one volume and no such polygon, nothing is done but to
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

  /// The part of a mapper in a picture that it shares with others.
  struct Part
  {
    /// Gives what the mapper shows to an image's camera, in the coordinates of its data; empty: nothing, on
    /// this of several ranks.
    std::function<std::unique_ptr<inkray::RaySource>(const inkray::Camera&)> MakeSource;
    bool HasSurfaces = false;
    vtkVolume* Volume = nullptr; ///< whose matrix counts
    RayCastSession* Session = nullptr;
  };
  ///@{
  /// For a mapper whose data are up to date: whether to give them instead of casting, and what others have
  /// given to the picture that it casts now; nothing for a picture of its own.
  bool IsCollecting() const { return this->Collecting; }
  void Give(const Part& part);
  std::vector<Part> GetOthers(const RayCastSession& session) const;
  ///@}

  ///@{
  /// For a mapper that keeps films and has found its data: whether to say what it shows instead of drawing,
  /// and the group of volumes in whose picture it is now; null: none.
  bool IsGathering() const { return this->Gathering; }
  void Offer(const FilmGroups::Offer& offer) { this->Films.Add(this->Current, offer); }
  const FilmGroups::Group* GetFilms() const
  {
    return this->Collecting || this->Merging ? this->FilmsOfUnit : nullptr;
  }
  ///@}

  ///@{
  /// For what ranks draw together: whether the picture that is cast now is one of several volumes, or of
  /// surfaces too, on all ranks; and that one of them could not, which all know. Each volume has its own in
  /// this frame then.
  bool IsMerging() const { return this->Merging || this->RanksHaveSurfaces; }
  void FailToMerge() { this->CannotMerge = true; }
  ///@}

  ///@{
  /// The picture of several parts on a device, which is kept as long as frames have one; and give it back.
  inkray::RayPicture& GetPicture(const inkray::DeviceId& device);
  void ForgetPicture() { this->Picture.reset(); }
  ///@}

  /// Whether two volumes were in one picture in the last frame.
  bool AreMerged(vtkVolume* a, vtkVolume* b) const;

  ///@{
  /// The translucent polygons that the picture is to have in it that is cast now, or null; that it has them;
  /// and whether any of this frame has.
  const TranslucentPolygons* GetPolygons() const { return this->PolygonsAreDue ? &this->Polygons : nullptr; }
  void CountPolygons() { this->PolygonsAreDrawn = true; }
  bool HasPolygons() const { return this->PolygonsAreDrawn; }
  ///@}

  ///@{
  /// The translucent surfaces of this rank's images that are to be in the picture that ranks draw together;
  /// and that those of all ranks are, by the mapper of `session` here.
  const std::vector<Part>& GetSurfaces() const { return this->Surfaces; }
  void CountSurfaces(const RayCastSession& session) const;
  ///@}

  /// Give back the resources of a window's renderers.
  static void Release(vtkWindow* window);

  /// Called by the renderer at the beginning of a frame.
  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Unit = PictureUnit;

  std::vector<vtkVolume*> GetPictures(int pass) const;
  std::vector<FilmGroups::Group> GatherFilms(const std::vector<vtkVolume*>& pictures);
  static std::size_t CountOfRanks(const std::vector<vtkVolume*>& pictures);
  /// Whether polygons or surfaces of images are to be in the picture of volumes, on any rank.
  bool AreAnySurfaces(const std::vector<vtkVolume*>& pictures);
  bool DrawWithSurfaces(const std::vector<vtkVolume*>& pictures);
  bool CollectSurfaces(const std::vector<vtkVolume*>& pictures);
  void Collect(const Unit& unit);
  bool AreGivenOnOneDevice() const;
  void DrawUnit(const Unit& unit);
  /// False: ranks have failed together, and nothing is drawn.
  bool DrawCollected(const Unit& unit);
  void DrawOne(vtkVolume* volume);

  vtkWeakPointer<vtkRenderer> Renderer;
  std::map<vtkVolume*, int> Done; ///< drawn before their turn, with what their passes return then

  vtkVolume* Current = nullptr; ///< that is asked for its part
  bool Collecting = false;
  std::map<vtkVolume*, Part> Given; ///< of the unit that is drawn now
  bool Merging = false;             ///< they are cast in one picture
  bool CannotMerge = false;         ///< in this frame, on any rank
  std::vector<Part> Surfaces;       ///< to be in the picture that ranks draw together
  bool RanksHaveSurfaces = false;   ///< any of them has such
  std::vector<std::set<vtkVolume*>> Merged;

  bool Gathering = false;
  FilmGroups Films;
  const FilmGroups::Group* FilmsOfUnit = nullptr; ///< that is drawn now

  std::unique_ptr<inkray::RayPicture> Picture;
  inkray::DeviceId PictureDevice;
  bool IsPictureUsed = false; ///< in this frame

  TranslucentPolygons Polygons;
  bool PolygonsAreDue = false;   // in the picture that is drawn now
  bool PolygonsAreDrawn = false; // in this frame
};
