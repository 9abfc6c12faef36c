// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastMapper
 * @brief   exact isosurfaces of image data and rectilinear grids, ray cast without a mesh
 *
 * Draws the surfaces {f = isovalue} of a vtkImageData or vtkRectilinearGrid, with f trilinear in each voxel:
 * a cubic is solved for each voxel that a ray crosses. Normals are smooth, or the interpolant's own gradient
 * (vtkIsosurfaceRayCastSettings::SmoothNormals). Empty space is skipped through a tree over min/max bricks of
 * 16 x 16 x 16 cells, in four kernels with in-kernel compaction between them; see D. M. Hughes, I. S. Lim, M.
 * W. Jones, A. Knoll and B. Spencer, "InK-Compact: In-Kernel Stream Compaction and Its Application to
 * Multi-Kernel Raytracing on GPUs", Computer Graphics Forum 32, 2013. It runs on a CUDA device, or on CPU
 * threads with the same picture.
 *
 * One frame: check the input; send the changed data to the device (volume, color array, isovalues and color
 * table, each by its own modification time); cast; draw the picture into the window with its depths, so that
 * other props are correctly in front of the surface or behind it.
 *
 * The input is selected as in vtkVolumeMapper (ScalarMode, ArrayName...): point or cell values of any numeric
 * type, one component or the length of several (vtkRayCastSettings::VectorMode). The mapper supports spacing,
 * origin, direction and extent of images, and ascending or descending coordinates along each axis. Hidden
 * points and cells, and cells with a value that is not finite, draw nothing. Ghost cells are left to the
 * neighboring block.
 *
 * Lights are the renderer's. Ambient, Diffuse, Specular and SpecularPower are the volume property's; if its
 * Shade is off, colors are drawn without light. The property's opacity functions and the blend mode have no
 * effect. Cropping and clipping planes cut the surface open.
 */
#ifndef vtkIsosurfaceRayCastMapper_h
#define vtkIsosurfaceRayCastMapper_h

#include "InKRayRenderingModule.h"
#include "RayCastMapperOf.h"
#include "vtkVolumeMapper.h"

#include <limits> // for std::numeric_limits
#include <memory> // for std::unique_ptr

struct BlockStyle;

class INKRAYRENDERING_EXPORT vtkIsosurfaceRayCastMapper : public RayCastImageMapper
{
public:
  static vtkIsosurfaceRayCastMapper* New();
  vtkTypeMacro(vtkIsosurfaceRayCastMapper, RayCastImageMapper);
  RayCastMapperWrappedMethods(vtkIsosurfaceRayCastSettings);

  ///@{
  /**
   * The flat index of the image in a composite data set, for a hardware selection (vtkHardwareSelector),
   * which picks the cell that a surface is in, or its nearest point. The default is 1, for a single image.
   */
  vtkSetMacro(CompositeIndex, unsigned int);
  vtkGetMacro(CompositeIndex, unsigned int);
  ///@}

  /**
   * Set a factor on the opacity of all surfaces, and a color that replaces the color map, if the image is a
   * block that differs from others with the same settings. By default there is neither.
   */
  void SetBlockStyle(const BlockStyle& style);

  /**
   * Find the surface that the last frame shows under a pixel of its window (display coordinates: from the
   * window's lower left corner). Returns false if there is no surface, no frame yet, or the pixel is outside
   * of the renderer; the getters below then keep their values. The result is the surface nearest to the eye,
   * however faint, with cropping and clipping planes; other props in front of it are ignored.
   */
  bool ProbePixel(int x, int y);

  ///@{
  /**
   * Results of ProbePixel: the isovalue and its index in the list, the place in world coordinates, the
   * interpolated value there (the isovalue up to rounding), and the value of the second array (NaN unless
   * ColorMode is COLOR_BY_ARRAY).
   */
  vtkGetMacro(ProbedIsovalue, double);
  vtkGetMacro(ProbedIsosurface, int);
  vtkGetVector3Macro(ProbedPosition, double);
  vtkGetMacro(ProbedValue, double);
  vtkGetMacro(ProbedColorValue, double);
  ///@}

  ///@{
  /**
   * Answers to vtkRayCastVolume. The picture is opaque if all surfaces are. Ids are drawn. Translucent
   * surfaces can be drawn together with the volumes of meshes around them.
   */
  bool IsPictureOpaque() override;
  bool StopsAtDepths() override { return true; }
  bool DrawsIds() override { return true; }
  Merging GetMerging() override { return this->IsPictureOpaque() ? Merging::Never : Merging::WithOthers; }
  ///@}

#ifndef __VTK_WRAP__
  /**
   * Provide this mapper's part of a shared picture (ViewScene).
   */
  bool Give(vtkRenderer* renderer, vtkVolume* volume, const FilmGroup* films, PicturePart& part) override;
#endif

  void Render(vtkRenderer* renderer, vtkVolume* volume) override;
  void ReleaseCaster() override;

protected:
  vtkIsosurfaceRayCastMapper();
  ~vtkIsosurfaceRayCastMapper() override;

  void ForgetFrame() override;

  /**
   * The rows of the report, in addition to those of all mappers:
   * - "pipeline": "multi-kernel", "single kernel" or "Kd-Jump"
   * - in ms: "bricks" and "upload", 0 where the volume had not changed; "rebuild" (of the tree for the
   *   isovalues; 0 where they had not changed), "cast" (all from rays to shaded pixels)
   * - in MiB on the device (on the CPU: in memory, without arrays that are used in place): "volume memory",
   *   "brick memory" (bricks and tree)
   * - counts: "rays" that meet the volume's box; "hits", pixels that show a surface;
   *   "rounds", times that TraverseBVH ran, "queue items" that its compactions were given and "kept items" of
   *   them (multi-kernel pipeline); "leaves", and the "active leaves" that an isovalue lies in
   * - of an image in pieces (vtkIsosurfaceRayCastSettings::SetGPUMemory): "pieces"; "touched pieces", which
   *   an isovalue lies in; "resident pieces", which stay on the device; "pieces cast"; and in MiB "sent for
   *   the frame". The other counts, but for hits and rays, are then those of pieces on the device
   * - how often data went to the device since this mapper was made: "volume uploads", "color array uploads",
   *   "isosurface uploads" (with colors and opacities), "color table uploads"
   * - in the data's unit: "smallest value" and "largest value" of the cells that draw something; the
   *   smallest is above the largest when there is nothing
   */
  void AddRows(vtkRayCastReport* report) override;

private:
  vtkIsosurfaceRayCastMapper(const vtkIsosurfaceRayCastMapper&) = delete;
  void operator=(const vtkIsosurfaceRayCastMapper&) = delete;

  class Frame;
  struct Internals;

  unsigned int CompositeIndex = 1;
  double ProbedIsovalue = std::numeric_limits<double>::quiet_NaN();
  int ProbedIsosurface = -1;
  double ProbedPosition[3] = { 0, 0, 0 };
  double ProbedValue = std::numeric_limits<double>::quiet_NaN();
  double ProbedColorValue = std::numeric_limits<double>::quiet_NaN();
  std::unique_ptr<Internals> Internal;
};

#endif
