// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastMapper
 * @brief   volume rendering of unstructured grids with the ray caster of Gu and Kim
 *
 * Draws any vtkUnstructuredGrid: tetrahedra unchanged, other three-dimensional cells cut into tetrahedra,
 * everything else ignored. Each ray visits the cells in order from face to face and integrates colour and
 * attenuation exactly over each of them; see G. Gu and D. Kim, "Accurate and efficient GPU ray-casting
 * algorithm for volume rendering of unstructured grid data", ETRI Journal 42, 2020, whose per-pixel
 * intersection lists let rays enter and leave non-convex meshes. It runs on a CUDA device, or on CPU threads
 * with the same picture.
 *
 * One frame: check the input, bring the tetrahedra up to date (vtkTetrahedralizer), send the changed data to
 * the device (mesh, values and transfer function, each by its own modification time), stop rays at opaque
 * geometry, cast, and blend the image over the render window in floating point.
 *
 * Attenuation is opacity / ScalarOpacityUnitDistance per world unit, as in VTK's other unstructured-grid
 * mappers. With several components the transfer function sees the vector's length or one component
 * (vtkRayCastSettings::VectorMode). Opacity may come from an array of its own (SelectOpacityArray).
 * Components that are not independent (vtkVolumeProperty::IndependentComponents) hold colour and opacity: of
 * two, the first goes through the colour function and the second through the opacity function; three or four
 * are red, green and blue, from 0 to 255 of integers and to 1 of other numbers, and the fourth, or the length
 * of three, goes through the opacity function. Indexed (categorical) colours are never interpolated: each
 * place between points has the colour and opacity of the nearest point of its tetrahedron.
 *
 * The clipping planes of vtkAbstractMapper, 32 at most, and the box of vtkRayCastSettings::UseCropBox cut
 * cells where they pass them. Cells vanish by values of their own: SelectThresholdArray.
 *
 * Shade of the volume property puts the volume in the renderer's lights (vtkTetRayCastSettings::Gradients),
 * with the property's Ambient, Diffuse, Specular and SpecularPower, with and without isosurfaces and slices
 * in it. Cell values have one light in each tetrahedron, by the gradient of their averages at the points, and
 * so have categories. With opacity from another array light follows the gradient of the array that gives the
 * colour, and on direct colours the gradient of the first component, the same as in VTK's volumes. Blend
 * modes other than Composite are drawn without light, and a note says so.
 *
 * GradientOpacity of the volume property multiplies the opacity of point values by a function of the
 * magnitude of their gradient, and with TransferFunctionMode TF_2D, TransferFunction2D has colour and opacity
 * of value and magnitude (of the gradients that vtkTetRayCastSettings::Gradients chooses). Magnitudes are in
 * units of the array per unit of length of the points' coordinates, the same as in VTK for images of unit
 * spacing; the image of a 2-D function has the value along x and the magnitude along y, placed by its origin
 * and spacing, holds its border's entries beyond, and its opacity is per ScalarOpacityUnitDistance. Both go
 * with isosurfaces and slices, which a 2-D function does not colour. Cell values take the magnitude of the
 * gradient of their averages at the points, at the centroid of each tetrahedron. Gradient opacity multiplies
 * an opacity from another array, too, and a 2-D function then gives colours alone. Blend modes other than
 * Composite have neither of the two, and a note says so. (VTK's shaders do not apply gradient opacity to
 * Average and Additive either, and apply it to extremes at the place where the ray ends.)
 *
 * The blend mode is one of vtkVolumeMapper's from Composite to Additive, with the exact extreme or integral
 * in each cell in place of samples. Optics/Films.h of the kernels lists what there is.
 *
 * Isosurfaces (vtkRayCastSurfaceSettings::GetIsovalues) are drawn in depth order with the volume, or alone
 * (vtkTetRayCastSettings::DrawVolume): exact in each tetrahedron, in the renderer's lights with the
 * coefficients of the volume property, whether its Shade is on or off. Opaque ones write the window's depth.
 * They use values at the points; cell values are averaged there, and a note says so; of direct colours they
 * use the first component. In blend modes other than Composite they lie over the volume's picture. A second
 * array (vtkRayCastSurfaceSettings::SelectColorArray) colours surfaces without a colour of their own: point
 * values are interpolated, cell values colour cell by cell. Slices (vtkTetRayCastSettings::SetSlice) are
 * drawn in the same way, without light, of point or cell values.
 *
 * A vtkHardwareSelector picks cells and points: the cell that is seen in each pixel
 * (vtkTetRayCastSettings::PickOpacity), with the ids of the arrays in SetIdArrayNames.
 */
#ifndef vtkTetRayCastMapper_h
#define vtkTetRayCastMapper_h

#include "InKRayRenderingModule.h"
#include "RayCastMapperOf.h"
#include "vtkUnstructuredGridVolumeMapper.h"

#include <limits> // for std::numeric_limits
#include <map>    // for std::map
#include <memory> // for std::unique_ptr

struct BlockStyle;
struct CellHistogram;
struct CellHistogramInput;
class RayCastRanks;
struct TetRayCastParts;
class vtkFloatArray;
class vtkIdTypeArray;

class INKRAYRENDERING_EXPORT vtkTetRayCastMapper : public RayCastMeshMapper
{
public:
  static vtkTetRayCastMapper* New();
  vtkTypeMacro(vtkTetRayCastMapper, RayCastMeshMapper);
  void PrintSelf(ostream& os, vtkIndent indent) override;
  RayCastMapperWrappedMethods(vtkTetRayCastSettings);

  ///@{
  /**
   * Take opacity from an array of the points or cells (vtkDataObject::POINT or CELL), by one component or,
   * for a number beyond its components, by the Euclidean norm; the array that is drawn then gives colour
   * alone. An empty name or null takes opacity from the array that is drawn, which is the default. Blend
   * modes other than Composite show the drawn array alone.
   */
  void SelectOpacityArray(int association, const char* name, int component);
  ///@}

  ///@{
  /**
   * Show only cells with a value from low to high, in the units of the array: the cell's value or, of an
   * array of the points, the values of all points of the cell, the same as in the filter Threshold. The other
   * cells are gaps in the mesh, which is not changed, so that a new range costs no more than a frame. The
   * array is chosen as with SelectOpacityArray; without a name, the default, all cells are shown. Ends of the
   * range may be infinite; an empty range is a problem, and nothing is drawn.
   */
  void SelectThresholdArray(int association, const char* name, int component);
  vtkSetVector2Macro(ThresholdRange, double);
  vtkGetVector2Macro(ThresholdRange, double);
  ///@}

  ///@{
  /**
   * The values that blend mode Average counts, in the units of the array, as in vtkVolumeMapper. By default
   * (VTK_FLOAT_MIN, VTK_FLOAT_MAX): all.
   */
  vtkSetVector2Macro(AverageIPScalarRange, double);
  vtkGetVector2Macro(AverageIPScalarRange, double);
  ///@}

  ///@{
  /**
   * Multiplies the opacity of blend modes Maximum, Minimum and Average, which has no length that a unit
   * distance could stretch. From 0 to 1, the default.
   */
  vtkSetClampMacro(BlendedOpacity, double, 0.0, 1.0);
  vtkGetMacro(BlendedOpacity, double);
  ///@}

  /**
   * Names of the arrays with the ids that a hardware selection (vtkHardwareSelector) gives to points and
   * cells: arrays of the points and of the cells with their ids, and arrays of the cells with the flat index
   * of the block and the process that they come from. An array that the grid does not have, or null, leaves
   * the index in the grid, no composite data and this process. vtkTetRayCastSettings::PickOpacity decides
   * which cell is picked in a pixel; the point is the cell's nearest to the place where it is seen.
   */
  void SetIdArrayNames(
    const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds);

  /**
   * Styles of the blocks that the mesh was merged of, by the array of flat indices in SetIdArrayNames: a
   * factor of opacity for the block's volume and isosurfaces, and a color in place of the color map. Blocks
   * that look different may have no points in common. There are no styles in blend modes other than
   * Composite, with 2-D transfer functions, and with categorical or direct colors; notes say so.
   */
  void SetBlockStyles(const std::map<unsigned int, BlockStyle>& styles);

  /**
   * Find the cells of the mesh that pixels show in the picture of the last hardware selection. The pixels are
   * indices x + y width in the renderer's viewport. For one pixel, the cell that is selected there; for
   * several, all cells with a tetrahedron that adds an opacity of 0.001 or more to one of them (in blend
   * modes Average and Additive such a share of the sum, in Maximum and Minimum the cells with the extreme),
   * and the cells that are selected in each. Appends tuples of three numbers to the array: composite index
   * (0: none), process (-1: this one) and id, by the arrays of SetIdArrayNames at that time. Returns the
   * window depth at which the cell of one pixel is seen, otherwise 1. Appends nothing where the mesh has
   * changed since.
   *
   * Where `behind` is not null, the mesh is a piece of one that others draw, too. It has a PixelBehind for
   * each of the pixels, as tuples of three: what lies in front counts in blend mode Composite. What others
   * have to know for theirs: FindEnds gives the window depths of opaque geometry (1: none), and FindLayers a
   * PixelLayer each, as tuples of two, where `ends` are the nearest of all pieces. They give nothing at all
   * where there is no memory, or the device fails.
   */
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind = nullptr);
  void FindEnds(vtkIdTypeArray* pixels, vtkFloatArray* ends);
  void FindLayers(vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers);

  /**
   * Add the volume of the mesh to a histogram, by values and gradients, where the mesh that was drawn last
   * lies on a CUDA device: what CellHistogram::Add adds, as exact as positions and values in single precision
   * are. Returns false and adds nothing elsewhere, where the input has changed since, and where the device
   * fails: the host counts then.
   */
  bool AddToHistogram(const CellHistogramInput& input, const double bounds[6], CellHistogram& histogram);

  /**
   * Draw the volume together with the other ranks of a parallel server, each of which has a piece of the
   * mesh: extremes and sums are those of all pieces, and in blend mode Composite the pictures of the pieces
   * are put over one another in single precision. All ranks call Render then, in every frame that is not for
   * a selection, and those without a mesh do, too: they wait for one another, once for each picture, which
   * may be of several volumes (ViewScene). Null, the default: this mapper draws the whole, or what there is
   * of it.
   */
  void SetRanks(RayCastRanks* ranks);

  ///@{
  /**
   * Draw only what lies in a box, in the coordinates of the mesh: (low, high) along each axis, where infinite
   * sides are none. Of several pieces of a mesh that share the cells at their borders, each has its own. It
   * cuts rays, beside all that a user cuts away. The default is all of space.
   */
  vtkSetVector6Macro(PieceBox, double);
  vtkGetVector6Macro(PieceBox, double);
  ///@}

  ///@{
  /**
   * The bounds of a whole mesh, of which the input is one of several pieces. Pieces with the same bounds hold
   * the points of a common border as the same numbers, so that rays meet the same faces there. The default,
   * vtkMath's bounds of nothing, means that the input is the whole mesh.
   */
  vtkSetVector6Macro(WholeBounds, double);
  vtkGetVector6Macro(WholeBounds, double);
  ///@}

  ///@{
  /**
   * Answers to vtkRayCastVolume: whether opaque surfaces are all that is drawn; ids are drawn to select; in
   * blend mode Composite, the volume may be merged with others.
   */
  bool IsPictureOpaque() override;
  bool KeepsFilms() override;
  bool StopsAtDepths() override;
  Merging GetMerging() override;
  bool DrawsIds() override { return true; }
  ///@}

#ifndef __VTK_WRAP__
  ///@{
  /**
   * Answers to ViewScene: what a film shows, and the part of this mapper in a picture of several.
   */
  bool Offer(vtkRenderer* renderer, vtkVolume* volume, FilmOffer& offer) override;
  bool Give(vtkRenderer* renderer, vtkVolume* volume, const FilmGroup* films, PicturePart& part) override;
  ///@}
#endif

  void Render(vtkRenderer* renderer, vtkVolume* volume) override;
  void ReleaseCaster() override;

protected:
  vtkTetRayCastMapper();
  ~vtkTetRayCastMapper() override;

  void ForgetFrame() override;

  /**
   * The rows of the report, in addition to those of all mappers:
   * - in ms: "adjacency" (tetrahedra of the cells and their neighbours) and "upload" (mesh and values to the
   * device), 0 where neither had changed; "lists" (with the projection of the vertices), "cast"
   * - in MiB: "mesh memory", "set-up memory" (the most in use while the mesh was set up)
   * - in units of the array per unit of length: "largest gradient", the largest magnitude that gradient
   * opacity or a 2-D transfer function has met; not before one of them has
   * - counts: "tetrahedra"; "boundary faces"; "rays" that meet the mesh; "list entries", where they enter it;
   * "failed rays" (given up before they left the mesh) and "recast rays" (that on-demand VDFI lost, and edge
   * functions cast again); and how often data went to the device since this mapper was made: "mesh uploads",
   * "scalar uploads", "transfer function uploads", "isosurface uploads"
   * - of a mesh in pieces (vtkTetRayCastSettings::SetGPUMemory): "pieces"; "resident pieces", which stay on
   * the device; "pieces left out" of a moving picture, which would have been too late; in MiB, "sent for the
   * frame"
   * - of a mesh that several GPUs draw, as a text: "rows by GPU"
   */
  void AddRows(vtkRayCastReport* report) override;

private:
  vtkTetRayCastMapper(const vtkTetRayCastMapper&) = delete;
  void operator=(const vtkTetRayCastMapper&) = delete;

  double ThresholdRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  double AverageIPScalarRange[2] = { VTK_FLOAT_MIN, VTK_FLOAT_MAX };
  double BlendedOpacity = 1.0;
  double WholeBounds[6] = { 1, -1, 1, -1, 1, -1 };
  double PieceBox[6] = { -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
    -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
    -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity() };
  std::unique_ptr<TetRayCastParts> Parts;
};

#endif
