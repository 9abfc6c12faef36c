// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastMapper
 * @brief   volume rendering of unstructured grids with the ray caster of Gu and Kim
 *
 * Draws any vtkUnstructuredGrid: tetrahedra are drawn unchanged, other three-dimensional cells are cut into
 * tetrahedra, and everything else is ignored. Each ray visits the cells in order from face to face and
 * integrates color and attenuation exactly over each of them; see G. Gu and D. Kim, "Accurate and efficient
 * GPU ray-casting algorithm for volume rendering of unstructured grid data", ETRI Journal 42, 2020, whose
 * per-pixel intersection lists let rays enter and leave non-convex meshes. It runs on a CUDA device, or on
 * CPU threads with the same picture.
 *
 * One frame: check the input; bring the tetrahedra up to date (vtkTetrahedralizer); send the changed data to
 * the device (mesh, values and transfer function, each by its own modification time); stop rays at opaque
 * geometry; cast; blend the image over the render window in floating point.
 *
 * Attenuation is opacity / ScalarOpacityUnitDistance per world unit, as in VTK's other unstructured-grid
 * mappers. With several components the transfer function applies to the vector's length or to one component
 * (vtkRayCastSettings::VectorMode). Opacity may come from an array of its own (SelectOpacityArray).
 *
 * Components that are not independent (vtkVolumeProperty::IndependentComponents) hold color and opacity. Of
 * two components, the first goes through the color function and the second through the opacity function.
 * Three or four are red, green and blue, in integers from 0 to 255 and in other numbers from 0 to 1; the
 * fourth, or the length of three, goes through the opacity function. Indexed (categorical) colors are never
 * interpolated: each place between points has the color and opacity of the nearest point of its tetrahedron.
 *
 * The clipping planes of vtkAbstractMapper, at most 32, and the box of vtkRayCastSettings::UseCropBox cut
 * through cells. Cells can vanish by the values of an array: SelectThresholdArray.
 *
 * If Shade of the volume property is on, the renderer's lights light the volume
 * (vtkTetRayCastSettings::Gradients), with the property's Ambient, Diffuse, Specular and SpecularPower, with
 * and without isosurfaces and slices in it. Cell values and categories have one light in each tetrahedron, by
 * the gradient of their averages at the points. With opacity from another array, light follows the gradient
 * of the array that gives the color; on direct colors, it follows the gradient of the first component, as in
 * VTK's volumes. Blend modes other than Composite are drawn without light, and a note says so.
 *
 * GradientOpacity of the volume property multiplies the opacity of point values by a function of the
 * magnitude of their gradient. With TransferFunctionMode TF_2D, TransferFunction2D gives color and opacity by
 * value and magnitude (of the gradients that vtkTetRayCastSettings::Gradients chooses). Magnitudes are in
 * units of the array per unit of length of the points' coordinates, as in VTK for images of unit spacing. The
 * image of a 2-D function has the value along x and the magnitude along y, placed by its origin and spacing.
 * Its border's entries apply beyond it, and its opacity is per ScalarOpacityUnitDistance. Both functions can
 * be combined with isosurfaces and slices, which a 2-D function does not color.
 *
 * Cell values use the magnitude of the gradient of their averages at the points, at the centroid of each
 * tetrahedron. Gradient opacity also multiplies an opacity from another array; a 2-D function then gives
 * colors alone. Blend modes other than Composite have neither of the two functions, and a note says so.
 * (VTK's shaders do not apply gradient opacity to Average and Additive either, and apply it to extremes at
 * the place where the ray ends.)
 *
 * The blend mode is one of vtkVolumeMapper's from Composite to Additive, with the exact extreme or integral
 * in each cell instead of samples. Optics/Films.h of the kernels lists the supported modes.
 *
 * Isosurfaces (vtkRayCastSurfaceSettings::GetIsovalues) are drawn in depth order with the volume, or alone
 * (vtkTetRayCastSettings::DrawVolume). They are exact in each tetrahedron, and are lit by the renderer's
 * lights with the coefficients of the volume property, whether its Shade is on or off. Opaque isosurfaces
 * write the window's depth. They use values at the points: cell values are averaged there, and a note says
 * so; of direct colors they use the first component. In blend modes other than Composite they lie over the
 * volume's picture. A second array (vtkRayCastSurfaceSettings::SelectColorArray) colors surfaces without a
 * color of their own: point values are interpolated, cell values color cell by cell. Slices
 * (vtkTetRayCastSettings::SetSlice) of point or cell values are drawn in the same way, without light.
 *
 * A vtkHardwareSelector picks cells and points: the visible cell in each pixel
 * (vtkTetRayCastSettings::PickOpacity), with the ids of the arrays in SetIdArrayNames.
 */
#ifndef vtkTetRayCastMapper_h
#define vtkTetRayCastMapper_h

#include "InKRayRenderingModule.h"
#include "RayCastVolumeMapperOf.h"
#include "vtkUnstructuredGridVolumeMapper.h"

#include <limits> // for std::numeric_limits
#include <map>    // for std::map
#include <memory> // for std::unique_ptr

struct BlockStyle;
struct CellHistogram;
struct CellHistogramInput;
struct TetRayCastParts;

class INKRAYRENDERING_EXPORT vtkTetRayCastMapper : public RayCastMeshVolumeMapper
{
public:
  static vtkTetRayCastMapper* New();
  vtkTypeMacro(vtkTetRayCastMapper, RayCastMeshVolumeMapper);
  void PrintSelf(ostream& os, vtkIndent indent) override;
  RayCastVolumeMapperWrappedMethods;

  ///@{
  /**
   * The range of values that blend mode Average includes, in the units of the array, as in vtkVolumeMapper.
   * The default (VTK_FLOAT_MIN, VTK_FLOAT_MAX) includes all.
   */
  vtkSetVector2Macro(AverageIPScalarRange, double);
  vtkGetVector2Macro(AverageIPScalarRange, double);
  ///@}

  /**
   * Set styles of the blocks from which the mesh was merged, by the array of flat indices in SetIdArrayNames:
   * a factor on the opacity of the block's volume and isosurfaces, and a color that replaces the color map.
   * Blocks of different styles must not share points. Styles do not apply in blend modes other than
   * Composite, with 2-D transfer functions, and with categorical or direct colors; notes say so.
   */
  void SetBlockStyles(const std::map<unsigned int, BlockStyle>& styles);

  /**
   * Add the volume of the mesh to a histogram, by values and gradients, if the last drawn mesh is on a CUDA
   * device. It adds what CellHistogram::Add adds, with positions and values in single precision. Otherwise,
   * or if the input has changed since or the device fails, returns false and adds nothing: the host has to
   * count then.
   */
  bool AddToHistogram(const CellHistogramInput& input, const double bounds[6], CellHistogram& histogram);

  ///@{
  /** Draw only the interior of a box, in the coordinates of the mesh: (low, high) along each axis; infinite
   * sides do not cut. If parts of a mesh share the cells at their borders, each part has its own box. The box
   * cuts rays in addition to the user's cuts. The default is all of space.
   */
  vtkSetVector6Macro(PieceBox, double);
  vtkGetVector6Macro(PieceBox, double);
  ///@}

  ///@{
  /** The bounds of a whole mesh of which the input is one part. Parts with the same bounds store the points
   * of a common border as the same numbers, so that rays meet the same faces there. The default, vtkMath's
   * uninitialized bounds, means that the input is the whole mesh.
   */
  vtkSetVector6Macro(WholeBounds, double);
  vtkGetVector6Macro(WholeBounds, double);
  ///@}

  /**
   * Not while the style of a block is translucent.
   */
  bool IsPictureOpaque() override;
  void ReleaseCaster() override;

protected:
  vtkTetRayCastMapper();
  ~vtkTetRayCastMapper() override;

  VolumeParts& GetParts() override;
  std::unique_ptr<VolumeFrame> MakeFrame(const FilmGroup* films, bool isAsked) override;

  /**
   * The rows of the report, in addition to those of all mappers:
   * - in ms: "adjacency" (tetrahedra of the cells and their neighbors) and "upload" (mesh and values to the
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

  double AverageIPScalarRange[2] = { VTK_FLOAT_MIN, VTK_FLOAT_MAX };
  double WholeBounds[6] = { 1, -1, 1, -1, 1, -1 };
  double PieceBox[6] = { -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
    -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
    -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity() };
  std::unique_ptr<TetRayCastParts> Parts;
};

#endif
