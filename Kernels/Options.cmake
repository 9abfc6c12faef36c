# SPDX-License-Identifier: BSD-3-Clause
# Every option of the renderers' settings, a row each; OptionTable.cmake says what is in a row. An option that
# users see is added here, as a field of the options of its kernel, in the code that obeys the field, and in
# its test.
include("${CMAKE_CURRENT_LIST_DIR}/OptionTable.cmake")

# ---- vtkRayCastSettings: where and how finely rays are cast, for every renderer ----

# CUDA is as Auto, with a warning where there is no device. Data that are too large for the device are drawn
# in pieces or by the CPU, with a warning. DEVICE_CUDA_0 + n is CUDA device n; the others take the current one
# of the thread that draws. With DEVICE_ALL_CUDA each device casts some rows of a mesh; one that fails leaves
# its rows to the others.
inkray_option(RayCast Device choice 0 RANGE -1 VTK_INT_MAX
  CHOICES DEVICE_AUTO "Auto" DEVICE_CUDA "CUDA" DEVICE_CPU "CPU"
  PROPERTY @PREFIX@Device "Device"
  HELP "Where rays are cast. Auto: on an NVIDIA GPU if there is one, else on the CPU. Where there are several,
    each can be chosen by its name; All GPUs, which meshes have, lets each draw some rows of the picture.")
inkray_option(RayCast ImageSampleDistance float 1 RANGE 0.25 100 SLIDER 0.25 10
  PROPERTY @PREFIX@ImageSampleDistance "Image Sample Distance"
  HELP "Spacing of rays in pixels. 2 casts one ray for every 2 x 2 pixels: four times faster, coarser. Below
    1: several rays a pixel.")
# The distance is larger when frames at ImageSampleDistance would take longer than 33 ms, or than the window's
# desired update rate allows, by the measured times of the frames before. A window with a desired rate of less
# than one a second draws stills.
inkray_option(RayCast AutoAdjustSampleDistances bool 1
  PROPERTY @PREFIX@AutoAdjust "Coarser While Interacting" ADVANCED
  HELP "Cast fewer rays during an interaction, so that a frame takes a thirtieth of a second. Of a mesh drawn
    in pieces, leave out those that would reach the GPU too late. Stills always use Image Sample Distance.")
inkray_option(RayCast MaximumImageSampleDistance float 8 RANGE 0.25 100 SLIDER 1 32
  PROPERTY @PREFIX@MaximumImageSampleDistance "Coarsest While Interacting" ADVANCED
  HELP "Largest spacing of rays, in pixels, allowed during an interaction.")
# The default is a quarter of a step of an 8-bit pixel.
inkray_option(RayCast EarlyTermination float 0.001 RANGE 0 1 SLIDER 0 0.1
  FRAME FrameOptions IsosurfaceFrameOptions HavsOptions
  PROPERTY @PREFIX@EarlyTermination "Early Termination" ADVANCED
  HELP "Stop a ray once its remaining transparency, a fraction, falls below this value. 0: never stop early."
  PYTHON MeshVolume=0.0 Isosurface
  PYTHON_HELP "a ray stops once its remaining transmittance is below this; 0: never.")
# What is drawn of an array with several components: the Euclidean norm, or component VectorComponent.
inkray_option(RayCast VectorMode choice 0 CHOICES MAGNITUDE "Magnitude" COMPONENT "Component")
inkray_option(RayCast VectorComponent int 0 RANGE 0 VTK_INT_MAX)
# Only the inside of a box is drawn, or only its outside. The box may have any orientation, in the coordinates
# of the data: x, y and z of a corner, then of the three edges from there.
inkray_option(RayCast UseCropBox bool 0)
inkray_option(RayCast CropBoxKeepsOutside bool 0)
inkray_option(RayCast CropBox double12 "0 0 0 1 0 0 0 1 0 0 0 1")
# The input is one of several pieces, as on the ranks of a parallel run or in a composite data set: a piece
# that is empty, of one value, or without a surface is then no reason for a warning.
inkray_option(RayCast InputIsPart bool 0)

# ---- vtkRayCastSurfaceSettings: isosurfaces ----

# Multiplies the opacity of every surface.
inkray_option(RayCastSurface Opacity double 1 RANGE 0 1)
# Colors come from the isovalue through the volume property's color function, from a second array
# (SelectColorArray) through the color function, or are SolidColor. A surface with a color of its own in the
# list of isovalues keeps that.
inkray_option(RayCastSurface ColorMode choice 0
  CHOICES COLOR_BY_ISOVALUE "By Isovalue" COLOR_BY_ARRAY "By Array" COLOR_SOLID "Solid")
inkray_option(RayCastSurface SolidColor double3 "1 1 1")
# The array of COLOR_BY_ARRAY: its name, and vtkDataObject::FIELD_ASSOCIATION_POINTS or
# FIELD_ASSOCIATION_CELLS. It is interpolated as the scalars are; in images, if it is on the cells and the
# scalars on the points, a point first gets the mean of its cells, and the other way round. In meshes each
# cell shows its own value.
inkray_option(RayCastSurface ColorArrayAssociation int 0)
inkray_option(RayCastSurface ColorArrayName string "")
# What the color function gets of several components: as VectorMode, or with COLORS (2), three or four
# components are themselves a color, bytes or numbers from 0 to 1 as vtkScalarsToColors takes them. The
# fourth, an opacity, does not count. COLORS is for images and rectilinear grids; meshes take the norm.
inkray_option(RayCastSurface ColorVectorMode int 0 RANGE 0 2)
inkray_option(RayCastSurface ColorVectorComponent int 0 RANGE 0 VTK_INT_MAX)

# ---- vtkTetRayCastSettings: volumes of meshes ----

# Light follows, at the points, the volume-weighted mean of the gradients in the tetrahedra around, linear
# between, or the gradient of each tetrahedron, so that light shows the tetrahedra. Smooth gradients take 12
# bytes a point.
inkray_option(TetRayCast Gradients choice 1 CHOICES PER_CELL "Per Cell" SMOOTH "Smooth"
  FRAME FrameOptions
  PROPERTY RayCastGradients "Gradients" ADVANCED
  HELP "Normals for shading. Smooth interpolates between points; Per Cell gives faceted shading."
  PYTHON MeshVolume=cell WORDS cell smooth
  PYTHON_HELP "the normals of light and of isosurfaces: \"cell\", each tetrahedron's own, or \"smooth\".")
# The color is the color function's NanColor, and the opacity its NanOpacity per ScalarOpacityUnitDistance.
# The cells are transparent all the same, and a note says so, in blend modes other than Composite and where
# the values of points are categories or colors, have opacity from another array, gradient opacity or a 2-D
# transfer function.
inkray_option(TetRayCast DrawNaN bool 0
  PROPERTY RayCastNaN "Show NaN Values" ADVANCED
  HELP "Show cells with values that are not finite in the NaN color and opacity of the color map, without
    light. Off: they are transparent.")
# Signs of edge functions, or the face information of Gu and Kim (2020), section 5.2.
inkray_option(TetRayCast FaceTest choice 0 CHOICES EDGE_FUNCTION "Edge Function"
    ON_DEMAND_VDFI "On-Demand VDFI"
  FRAME FrameOptions
  PROPERTY RayCastFaceTest "Face Test" ADVANCED
  HELP "How the face through which a ray leaves a cell is found. The picture does not change.")
inkray_option(TetRayCast PickOpacity double 0.1 RANGE 0 1
  PROPERTY RayCastPickOpacity "Picking Opacity" ADVANCED
  HELP "A click selects the cell at which the opacity along its ray reaches this value, or the cell that adds
    most to the pixel if it never does. With surfaces only, a click picks the nearest. A box selects all cells
    that add an opacity of 0.001 or more to one of its pixels.")
inkray_option(TetRayCast GPUMemory int 0 RANGE 0 VTK_INT_MAX
  PROPERTY RayCastGPUMemory "GPU Memory" ADVANCED
  HELP "Memory, in MiB, that this volume may take on the GPU. A larger mesh is drawn piece by piece: the same
    picture, but slower, and moving pictures leave pieces out. 0: 90 % of what is free.")
# The client sets this: it is in no group of the panel, no state file and no trace.
# vtkTetRayCastMapper::FindCells takes the pixels.
inkray_option(TetRayCast SelectsPixels bool 0 GROUP SelectsPixels
  PROPERTY RayCastSelectsPixels HIDDEN
  HELP "Draw selections of cells as indices of pixels, for clients that then ask which cells these show.")
# Off: isosurfaces and slices alone.
inkray_option(TetRayCast DrawVolume bool 1
  FRAME FrameOptions
  PYTHON MeshVolume
  PYTHON_HELP "False for isosurfaces and slices alone.")
# Independent of the opacity function. ParaView's property is SliceOpacity of the representations.
inkray_option(TetRayCast SliceOpacity double 1 RANGE 0 1
  FRAME FrameOptions CALLED "the opacity of slices"
  PYTHON MeshVolume
  PYTHON_HELP "from 0 to 1.")
# Milliseconds from the beginning of a frame of a moving picture, within which the pieces of a mesh are to be
# on the device (see GPUMemory): those that would be there later are left out. Stills have all, and so have
# moving pictures without AutoAdjustSampleDistances.
inkray_option(TetRayCast PiecesWithin double 33 RANGE 0 VTK_DOUBLE_MAX)

# ---- vtkIsosurfaceRayCastSettings: isosurfaces of images ----

inkray_option(IsosurfaceRayCast SmoothNormals bool 1
  FRAME IsosurfaceFrameOptions PathFrameOptions
  PROPERTY IsosurfaceSmoothNormals "Smooth Normals"
  HELP "Interpolate the normals of surfaces between the points, as the filter Contour does. Off: the exact
    normals in each cell, which show its facets."
  PYTHON Isosurface
  PYTHON_HELP "light follows gradients that are interpolated between points (True), or the interpolant's
    own.")
# Hughes et al. 2013, section 3; Hughes and Lim 2009.
inkray_option(IsosurfaceRayCast Pipeline choice 0 GROUP IsosurfaceMethods
  CHOICES PIPELINE_AUTO "Auto" MULTI_KERNEL "Multi-Kernel" SINGLE_KERNEL "Single Kernel" KD_JUMP "Kd-Jump"
  FRAME IsosurfaceFrameOptions
  PROPERTY IsosurfacePipeline "Pipeline" ADVANCED
  HELP "How rays are traced: by four kernels with compaction between them (Multi-Kernel), by one kernel, or by
    one without a stack (Kd-Jump). Auto takes Single Kernel, the fastest in all measurements. The picture does
    not change.")
inkray_option(IsosurfaceRayCast CompactionMethod choice 0 GROUP IsosurfaceMethods
  CHOICES INK_COMPACT_LOOK_BACK "InKCompact, Look-Back" INK_COMPACT "InKCompact" INK_COLLATE "InKCollate"
  FRAME IsosurfaceFrameOptions.compaction
  PROPERTY IsosurfaceCompaction "Compaction" ADVANCED
  HELP "The stream compaction between the kernels of Multi-Kernel. The picture does not change.")
# Pieces are sent to the device as far as the isovalues lie in them and they are seen.
inkray_option(IsosurfaceRayCast GPUMemory int 0 RANGE 0 VTK_INT_MAX GROUP IsosurfaceMethods
  PROPERTY IsosurfaceGPUMemory "GPU Memory" ADVANCED
  HELP "Memory, in MiB, that this image and its picture may take on the GPU. A larger image is drawn piece by
    piece: the same picture, but slower. 0: 90 % of what is free.")
