// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   RayCastVolumeMapperOf
 * @brief   the common base of mappers that cast rays through volumes, whatever their cells
 *
 * Base is the volume mapper of VTK. A subclass has a VolumeParts, makes frames, and overrides Render if there
 * is more to do than to draw a frame.
 */
#ifndef RayCastVolumeMapperOf_h
#define RayCastVolumeMapperOf_h

#include "InKRayRenderingModule.h"
#include "RayCastMapperOf.h"
#include "vtkSetGet.h"

#include <limits> // for std::numeric_limits
#include <memory> // for std::unique_ptr

class RayCastRanks;
class VolumeFrame;
class vtkFloatArray;
class vtkIdTypeArray;
struct VolumeParts;

namespace inkray
{
struct FilmTraits;
}

#ifndef __VTK_WRAP__
template <class Base>
class INKRAYRENDERING_EXPORT RayCastVolumeMapperOf : public RayCastMapperOf<Base, vtkTetRayCastSettings>
{
public:
  /**
   * Take opacity from an array of the points or cells (vtkDataObject::POINT or CELL): one component or, for a
   * number beyond its components, the Euclidean norm. The drawn array then gives only color. With an empty
   * name or null, the default, opacity comes from the drawn array. Blend modes other than Composite show the
   * drawn array alone. In an image, an array that lies elsewhere than the drawn one is averaged: points get
   * the mean of their cells, cells that of their points.
   */
  void SelectOpacityArray(int association, const char* name, int component);

  ///@{
  /**
   * Show only cells with a value from low to high, in the units of the array: the cell's value or, for a
   * point array, the values of all points of the cell, as in the filter Threshold. The other cells are gaps
   * in the data. The data are not changed, so a new range costs no more than a frame; but an image is sent
   * again if the array lies elsewhere than the drawn one. While values of cells of an image are drawn, all
   * eight cells around a place have to be in the range. The array is chosen as with SelectOpacityArray;
   * without a name, the default, all cells are shown. Ends of the range may be infinite. An empty range is a
   * problem, and nothing is drawn.
   */
  void SelectThresholdArray(int association, const char* name, int component);
  vtkSetVector2Macro(ThresholdRange, double);
  vtkGetVector2Macro(ThresholdRange, double);
  ///@}

  ///@{
  /**
   * A factor on the opacity in blend modes Maximum, Minimum and Average, where no unit distance applies. From
   * 0 to 1, the default.
   */
  vtkSetClampMacro(BlendedOpacity, double, 0.0, 1.0);
  vtkGetMacro(BlendedOpacity, double);
  ///@}

  /**
   * Names of the arrays whose ids a hardware selection (vtkHardwareSelector) gives to points and cells:
   * arrays of the points and of the cells with their ids, and cell arrays with the flat index of the block
   * and the process that the cells come from. If the data lack an array, or its name is null, the selection
   * uses the index in the data, no composite data, or this process. An image made of blocks has the ids that
   * cells have in their blocks (MeshVolumePicks::BlockExtents). vtkTetRayCastSettings::PickOpacity decides
   * which cell is picked in a pixel; the point is the cell's point nearest to the visible place. Of cell
   * values of an image, the cell of the nearest center is picked.
   */
  void SetIdArrayNames(
    const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds);

  /**
   * Find the cells of the data that pixels show in the picture of the last hardware selection. Pixels are
   * indices x + y width in the renderer's viewport. For one pixel, this is the cell that is selected there.
   * For several pixels, these are all cells with a place that adds an opacity of 0.001 or more to one of them
   * (in blend modes Average and Additive such a share of the sum, in Maximum and Minimum the cells with the
   * extreme), and the cells that are selected in each pixel. Appends tuples of three numbers to the array:
   * composite index (0: none), process (-1: this one) and id, by the arrays of SetIdArrayNames at that time.
   * Returns the window depth of the visible cell of a single pixel, otherwise 1. Appends nothing if the data
   * have changed since.
   *
   * If `behind` is not null, the data are one part of data that other ranks draw, too. It has a PixelBehind
   * for each pixel, as tuples of three: parts in front count in blend mode Composite. FindEnds and FindLayers
   * give what other ranks have to know. FindEnds: window depths of opaque geometry (1: none). FindLayers: a
   * PixelLayer for each pixel, as tuples of two, where `ends` are the nearest ends of all parts. Their arrays
   * are empty if memory is short or the device fails.
   */
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind = nullptr);
  void FindEnds(vtkIdTypeArray* pixels, vtkFloatArray* ends);
  void FindLayers(vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers);

  /**
   * Draw the volume together with the other ranks of a parallel server, each of which has a part of the data:
   * extremes and sums are those of all parts, and in blend mode Composite the pictures of the parts are
   * composited in single precision. All ranks then have to call Render in every frame that is not for a
   * selection, including ranks without data. They wait for one another, once for each picture, which may
   * show several volumes (ViewScene). Null, the default: this mapper draws its input alone.
   */
  void SetRanks(RayCastRanks* ranks);

  ///@{
  /**
   * Answers to vtkRayCastVolume. The picture is opaque if only opaque surfaces are drawn. Ids are drawn. In
   * blend mode Composite the volume may be merged with others.
   */
  bool IsPictureOpaque() override { return this->GetSettings()->DrawsOpaqueSurfacesAlone(); }
  bool KeepsFilms() override;
  bool StopsAtDepths() override;
  RayCastMapper::Merging GetMerging() override
  {
    return this->StopsAtDepths() ? RayCastMapper::Merging::CastsOthers : RayCastMapper::Merging::Never;
  }
  bool DrawsIds() override { return true; }
  ///@}

  ///@{
  /**
   * Answers to ViewScene: what a film shows, and this mapper's part of a shared picture.
   */
  bool Offer(vtkRenderer* renderer, vtkVolume* volume, FilmOffer& offer) override;
  bool Give(vtkRenderer* renderer, vtkVolume* volume, const FilmGroup* films, PicturePart& part) override;
  ///@}

  void Render(vtkRenderer* renderer, vtkVolume* volume) override;

protected:
  RayCastVolumeMapperOf();
  ~RayCastVolumeMapperOf() override;

  /// The members that last from frame to frame.
  virtual VolumeParts& GetParts() = 0;
  /// Make a frame. `films`: the group that shares a picture with this mapper, or null. `isAsked`: another
  /// mapper asks for this mapper's part of a picture.
  virtual std::unique_ptr<VolumeFrame> MakeFrame(const FilmGroup* films, bool isAsked) = 0;

  /// What the blend mode gathers along each ray; null for an unknown mode.
  const inkray::FilmTraits* GetFilm();

  void ForgetFrame() override { this->GetParts().ForgetFrame(); }

  double ThresholdRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  double BlendedOpacity = 1.0;
};

using RayCastMeshVolumeMapper = RayCastVolumeMapperOf<vtkUnstructuredGridVolumeMapper>;
using RayCastGridVolumeMapper = RayCastVolumeMapperOf<vtkVolumeMapper>;

#define RayCastVolumeMapperWrappedMethods
#else
#define RayCastMeshVolumeMapper vtkUnstructuredGridVolumeMapper
#define RayCastGridVolumeMapper vtkVolumeMapper
// The methods that VTK's wrappers need, as in RayCastMapperOf.
#define RayCastVolumeMapperWrappedMethods                                                                    \
  RayCastMapperWrappedMethods(vtkTetRayCastSettings);                                                        \
  void SelectOpacityArray(int association, const char* name, int component);                                 \
  void SelectThresholdArray(int association, const char* name, int component);                               \
  vtkSetVector2Macro(ThresholdRange, double);                                                                \
  vtkGetVector2Macro(ThresholdRange, double);                                                                \
  vtkSetClampMacro(BlendedOpacity, double, 0.0, 1.0);                                                        \
  vtkGetMacro(BlendedOpacity, double);                                                                       \
  void SetIdArrayNames(                                                                                      \
    const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds);        \
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind = nullptr);          \
  void FindEnds(vtkIdTypeArray* pixels, vtkFloatArray* ends);                                                \
  void FindLayers(vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers);
#endif

#endif
