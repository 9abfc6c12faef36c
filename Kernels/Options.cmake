# SPDX-License-Identifier: BSD-3-Clause
# Every option of the renderers' settings, one row each; OptionTable.cmake documents the rows. A new option
# that users see needs a row here, a field in its kernel's options, code that uses the field, and a test.
include("${CMAKE_CURRENT_LIST_DIR}/OptionTable.cmake")

# ---- vtkRayCastSettings: where and how finely rays are cast, for every renderer ----

# CUDA behaves as Auto, but warns if there is no device. Data that are too large for the device are drawn in
# pieces or by the CPU, with a warning. DEVICE_CUDA_0 + n is CUDA device n; the other values use the current
# device of the drawing thread. With DEVICE_ALL_CUDA each device casts some rows of a volume. If one fails,
# the others cast its rows.
inkray_option(RayCast Device choice 0 RANGE -1 VTK_INT_MAX
  CHOICES DEVICE_AUTO "Auto" DEVICE_CUDA "CUDA" DEVICE_CPU "CPU"
  PROPERTY @PREFIX@Device "Device"
  HELP "The device that casts the rays. Auto: an NVIDIA GPU if there is one, else the CPU. A machine with
    several GPUs lists each by its name, and All GPUs for volumes, with which each GPU draws some rows of the
    picture.")
inkray_option(RayCast ImageSampleDistance float 1 RANGE 0.25 100 SLIDER 0.25 10
  PROPERTY @PREFIX@ImageSampleDistance "Image Sample Distance"
  HELP "Spacing of rays in pixels. 2 casts one ray for every 2 x 2 pixels: four times faster, coarser. Below
    1: several rays a pixel.")
# The distance grows if a frame at ImageSampleDistance would take longer than 33 ms, or longer than the
# window's desired update rate allows. The times of earlier frames predict this. A window with a desired rate
# of less than one frame a second draws stills.
inkray_option(RayCast AutoAdjustSampleDistances bool 1
  PROPERTY @PREFIX@AutoAdjust "Coarser While Interacting" ADVANCED
  HELP "Cast fewer rays during an interaction, so that a frame takes a thirtieth of a second. If a mesh is
    drawn in pieces, leave out pieces that would reach the GPU too late. Stills always use Image Sample
    Distance.")
inkray_option(RayCast MaximumImageSampleDistance float 8 RANGE 0.25 100 SLIDER 1 32
  PROPERTY @PREFIX@MaximumImageSampleDistance "Coarsest While Interacting" ADVANCED
  HELP "Largest spacing of rays, in pixels, allowed during an interaction.")
# The default is a quarter of a step of an 8-bit pixel.
inkray_option(RayCast EarlyTermination float 0.001 RANGE 0 1 SLIDER 0 0.1
  FRAME FrameOptions IsosurfaceFrameOptions HavsOptions
  PROPERTY @PREFIX@EarlyTermination "Early Termination" ADVANCED
  HELP "Stop a ray once its remaining transparency, a fraction, falls below this value. 0: never stop early."
  PYTHON Volume=0.0 Isosurface
  PYTHON_HELP "a ray stops once its remaining transmittance is below this; 0: never.")
# Value of an array with several components: the Euclidean norm, or component VectorComponent.
inkray_option(RayCast VectorMode choice 0 CHOICES MAGNITUDE "Magnitude" COMPONENT "Component")
inkray_option(RayCast VectorComponent int 0 RANGE 0 VTK_INT_MAX)
# Draw only the inside of a box, or only its outside. The box may have any orientation. CropBox has x, y and z
# of a corner, then of the three edges from this corner, in the coordinates of the data.
inkray_option(RayCast UseCropBox bool 0)
inkray_option(RayCast CropBoxKeepsOutside bool 0)
inkray_option(RayCast CropBox double12 "0 0 0 1 0 0 0 1 0 0 0 1")
# The input is one of several parts, as on the ranks of a parallel run or in a composite data set. A part that
# is empty, has a single value, or has no surface then causes no warning.
inkray_option(RayCast InputIsPart bool 0)

# ---- vtkRayCastSurfaceSettings: isosurfaces ----

# Multiplies the opacity of every surface.
inkray_option(RayCastSurface Opacity double 1 RANGE 0 1)
# The color of a surface is SolidColor, or the color function of the volume property at the isovalue or at
# the values of a second array (SelectColorArray). A surface with its own color in the list of isovalues keeps
# this color.
inkray_option(RayCastSurface ColorMode choice 0
  CHOICES COLOR_BY_ISOVALUE "By Isovalue" COLOR_BY_ARRAY "By Array" COLOR_SOLID "Solid")
inkray_option(RayCastSurface SolidColor double3 "1 1 1")
# The array of COLOR_BY_ARRAY: its name, and vtkDataObject::FIELD_ASSOCIATION_POINTS or
# FIELD_ASSOCIATION_CELLS. The array is interpolated as the scalars are. In images, if the array is on cells
# and the scalars are on points, a point first gets the mean of its cells; in the opposite case, a cell gets
# the mean of its points. In meshes each cell shows its own value.
inkray_option(RayCastSurface ColorArrayAssociation int 0)
inkray_option(RayCastSurface ColorArrayName string "")
# How several components become a color. The values 0 and 1 mean the same as in VectorMode. With COLORS (2),
# three or four components are a color: bytes, or numbers from 0 to 1, as in vtkScalarsToColors. The fourth,
# an opacity, is ignored. COLORS is for images and rectilinear grids; meshes take the norm.
inkray_option(RayCastSurface ColorVectorMode int 0 RANGE 0 2)
inkray_option(RayCastSurface ColorVectorComponent int 0 RANGE 0 VTK_INT_MAX)

# ---- vtkTetRayCastSettings: volumes of meshes ----

# Normals for light. Smooth: each point has the volume-weighted mean gradient of its tetrahedra, interpolated
# linearly between points; this takes 12 bytes a point. Per cell: each tetrahedron has its own gradient, so
# that light shows the tetrahedra.
inkray_option(TetRayCast Gradients choice 1 CHOICES PER_CELL "Per Cell" SMOOTH "Smooth"
  FRAME FrameOptions
  PROPERTY RayCastGradients "Gradients" ADVANCED
  HELP "Normals for shading. Smooth interpolates between points; Per Cell gives faceted shading."
  PYTHON Volume=cell WORDS cell smooth
  PYTHON_HELP "the normals of light and of isosurfaces: \"cell\", each tetrahedron's own, or \"smooth\".")
# The color is the color function's NanColor, and the opacity its NanOpacity per ScalarOpacityUnitDistance.
# In blend modes other than Composite the cells stay transparent, and a note says so. The same holds if values
# of points are categories or colors, or have opacity from another array, gradient opacity or a 2-D transfer
# function.
inkray_option(TetRayCast DrawNaN bool 0
  PROPERTY RayCastNaN "Show NaN Values" ADVANCED
  HELP "Show cells with values that are not finite in the NaN color and opacity of the color map, without
    light. Off: they are transparent.")
# For images and rectilinear grids. Categories are always drawn in cells of one color: with values of points,
# each place shows the nearest point.
inkray_option(TetRayCast SmoothCells bool 1 GROUP ImageVolumes
  PROPERTY RayCastSmoothCells "Smooth Cell Values" ADVANCED
  HELP "In images, interpolate values of cells between the centers of the cells. Off: each cell shows its own
    value, as in meshes, and there are no isosurfaces.")
# Signs of edge functions, or the face information of Gu and Kim (2020), section 5.2.
inkray_option(TetRayCast FaceTest choice 0 CHOICES EDGE_FUNCTION "Edge Function"
    ON_DEMAND_VDFI "On-Demand VDFI"
  FRAME FrameOptions
  PROPERTY RayCastFaceTest "Face Test" ADVANCED
  HELP "The test that finds the face through which a ray leaves a cell. Both tests give the same picture.")
inkray_option(TetRayCast PickOpacity double 0.1 RANGE 0 1
  PROPERTY RayCastPickOpacity "Picking Opacity" ADVANCED
  HELP "A click selects the cell at which the opacity along its ray reaches this value. If the opacity never
    does, the click selects the cell that adds most to the pixel. With surfaces only, a click selects the cell
    of the nearest surface. A box selects all cells that add an opacity of 0.001 or more to one of its
    pixels.")
inkray_option(TetRayCast GPUMemory int 0 RANGE 0 VTK_INT_MAX
  PROPERTY RayCastGPUMemory "GPU Memory" ADVANCED
  HELP "Memory, in MiB, that this volume may take on the GPU. A larger one is drawn piece by piece. This is
    slower, and frames during an interaction may leave out pieces; stills have all. 0: 90 % of the free
    memory.")
# The client sets this option, which no panel group, state file or trace has. vtkTetRayCastMapper::FindCells
# takes the pixels.
inkray_option(TetRayCast SelectsPixels bool 0 GROUP SelectsPixels
  PROPERTY RayCastSelectsPixels HIDDEN
  HELP "Draw selections of cells as indices of pixels. The client then asks which cells these pixels show.")
# Off: draw isosurfaces and slices alone.
inkray_option(TetRayCast DrawVolume bool 1
  FRAME FrameOptions
  PYTHON Volume
  PYTHON_HELP "False for isosurfaces and slices alone.")
# Opacity of slices, independent of the opacity function. ParaView's property is SliceOpacity of the
# representations.
inkray_option(TetRayCast SliceOpacity double 1 RANGE 0 1
  FRAME FrameOptions CALLED "the opacity of slices"
  PYTHON Volume
  PYTHON_HELP "from 0 to 1.")
# Milliseconds from the beginning of an interactive frame in which pieces of data can reach the device (see
# GPUMemory). The frame leaves out pieces that would arrive later. Stills have all pieces, and so have
# interactive frames without AutoAdjustSampleDistances.
inkray_option(TetRayCast PiecesWithin double 33 RANGE 0 VTK_DOUBLE_MAX)

# ---- vtkIsosurfaceRayCastSettings: isosurfaces of images ----

inkray_option(IsosurfaceRayCast SmoothNormals bool 1
  FRAME IsosurfaceFrameOptions PathFrameOptions
  PROPERTY IsosurfaceSmoothNormals "Smooth Normals"
  HELP "Interpolate the normals of surfaces between the points, as the filter Contour does. Off: the exact
    normals in each cell, which show its facets."
  PYTHON Isosurface
  PYTHON_HELP "True: normals are gradients that are interpolated between the points; False: normals are the
    exact gradients in each cell.")
# Hughes et al. 2013, section 3; Hughes and Lim 2009.
inkray_option(IsosurfaceRayCast Pipeline choice 0 GROUP IsosurfaceMethods
  CHOICES PIPELINE_AUTO "Auto" MULTI_KERNEL "Multi-Kernel" SINGLE_KERNEL "Single Kernel" KD_JUMP "Kd-Jump"
  FRAME IsosurfaceFrameOptions
  PROPERTY IsosurfacePipeline "Pipeline" ADVANCED
  HELP "The kernels that trace rays: four with stream compaction between them (Multi-Kernel), one (Single
    Kernel), or one without a stack (Kd-Jump). Auto takes Single Kernel, the fastest in all measurements. All
    give the same picture.")
inkray_option(IsosurfaceRayCast CompactionMethod choice 0 GROUP IsosurfaceMethods
  CHOICES INK_COMPACT_LOOK_BACK "InKCompact, Look-Back" INK_COMPACT "InKCompact" INK_COLLATE "InKCollate"
  FRAME IsosurfaceFrameOptions.compaction
  PROPERTY IsosurfaceCompaction "Compaction" ADVANCED
  HELP "The stream compaction between the kernels of Multi-Kernel. The picture does not change.")
# Only visible pieces whose range of values includes an isovalue are sent to the device.
inkray_option(IsosurfaceRayCast GPUMemory int 0 RANGE 0 VTK_INT_MAX GROUP IsosurfaceMethods
  PROPERTY IsosurfaceGPUMemory "GPU Memory" ADVANCED
  HELP "Memory, in MiB, that this image and its picture may take on the GPU. A larger image is drawn piece by
    piece: the same picture, but slower. 0: 90 % of the free memory.")
