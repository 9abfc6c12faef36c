# SPDX-License-Identifier: BSD-3-Clause
# The rows that path tracing adds to the table of options (Kernels/OptionTable.cmake).

# ---- vtkPathTraceSettings: samples, bounces, material, light, lens ----

inkray_option(PathTrace SamplesPerPixel int 64 RANGE 1 1048576 SLIDER 1 65536
  PROPERTY PathTraceSamples "Samples per Pixel"
  HELP "Light paths traced through each pixel. Four times as many halve the noise. The picture refines up to
    this number while the view rests; scripts and screenshots always have all of them.")
inkray_option(PathTrace Bounces int 4 RANGE 0 64
  FRAME PathFrameOptions
  PROPERTY PathTraceBounces "Bounces"
  HELP "Maximum number of reflections or refractions of a path, a factor of the render time. 0: direct light
    only. Glass needs 8 or more: choosing Glass in the panel raises a smaller number to 8.")
inkray_option(PathTrace Material choice 0
  CHOICES MATTE "Matte" PLASTIC "Plastic" GLASS "Glass" CHROME "Chrome" CAR_PAINT "Car Paint"
  PROPERTY PathTraceMaterial "Material"
  HINTS "<PropertyWidgetDecorator type=\"raises\" value=\"2\" property=\"PathTraceBounces\" below=\"8\"
    to=\"8\" />"
  HELP "Material of the surfaces, in their colors: matte, plastic (matte with a highlight), glass, chrome (a
    mirror), or car paint (a highlight over metal flakes). Choosing Glass in the panel raises Bounces to 8;
    scripts set both.")
inkray_option(PathTrace Shininess double 100 RANGE 1 10000
  PROPERTY PathTraceShininess "Shininess" ADVANCED SHOWN_FOR PathTraceMaterial "1 4"
  HELP "Exponent of the highlight of plastic and car paint. Larger values make a smaller highlight.")
inkray_option(PathTrace RefractiveIndex double 1.5 RANGE 1 4
  PROPERTY PathTraceRefractiveIndex "Index of Refraction" ADVANCED SHOWN_FOR PathTraceMaterial 2
  HELP "Index of refraction of the glass, the factor by which it slows light (about 1.5).")
inkray_option(PathTrace SolidBelow bool 0
  PROPERTY PathTraceSolidBelow "Glass Is Below the Isovalue" ADVANCED SHOWN_FOR PathTraceMaterial 2
  HELP "Which side of the isovalue is glass: above (default) or below.")
inkray_option(PathTrace Light choice 0
  CHOICES SKY_AND_LIGHTS "Sky and Lights" SKY "Sky" OVERCAST "Overcast" LIGHTS "Lights"
    IMAGE "Environment Map (HDR)" IMAGE_AND_LIGHTS "Environment Map and Lights"
  PROPERTY PathTraceLight "Light"
  HELP "Light source. Sky: a gradient from Sky Color above to Ground Color below. Overcast: Sky Color from
    everywhere. Environment Map: an HDR file. Lights: the lights of the view (Lights in its properties). Sky
    and Lights: both at half strength; the sky is at full strength if it is shown as background. Environment
    Map and Lights: the map at full strength, the lights at half.")
inkray_option(PathTrace SkyUp choice 0
  CHOICES UP_OF_RENDERER "As the View" UP_X "X" UP_Y "Y" UP_Z "Z" UP_OF_CAMERA "Camera"
  PROPERTY PathTraceSkyUp "Sky Up" SHOWN_FOR PathTraceLight "0 1 4 5"
  HELP "The up direction of the sky or environment map. As the View: Y, as in the view's environment; the
    view's Environment North applies to OSPRay only. X, Y, Z: this axis; data of scanners and of CAD often
    have Z up. Camera: up in the window, so that the light turns with the camera.")
# Radiances of the sky, linear RGB, not negative. A white matte surface under a sky of 1 everywhere is white.
inkray_option(PathTrace SkyColor double3 "1 1 1" SLIDER "0 0 0" "1 1 1"
  PROPERTY PathTraceSkyColor "Sky Color" WIDGET color_selector_with_palette SHOWN_FOR PathTraceLight "0 1 2"
  HELP "Color of the sky overhead, which Environment Strength multiplies.")
inkray_option(PathTrace GroundColor double3 "0.5 0.5 0.5" SLIDER "0 0 0" "1 1 1"
  PROPERTY PathTraceGroundColor "Ground Color" ADVANCED WIDGET color_selector_with_palette
  SHOWN_FOR PathTraceLight "0 1"
  HELP "Color of the sky below the horizon, which Environment Strength multiplies.")
# A file that RadianceReader accepts: "-Y height +X width", with at most 65536 pixels in each direction.
inkray_option(PathTrace ImageFileName path ""
  PROPERTY PathTraceImageFile "HDR File" SHOWN_FOR PathTraceLight "4 5"
  HINTS "<FileChooser extensions=\"hdr\" file_description=\"Radiance Environment Maps\" />"
  HELP "Environment map to light the scene with: a Radiance file (.hdr) on the server, in equirectangular
    projection, twice as wide as high, with rows from top to bottom and up to 268 million pixels. It is read
    again when the file changes.")
inkray_option(PathTrace SkyStrength double 1 RANGE 0 1000 SLIDER 0 10
  PROPERTY PathTraceSkyStrength "Environment Strength" SHOWN_FOR PathTraceLight "0 1 2 4 5"
  HELP "Factor on the light of the sky or the environment map.")
inkray_option(PathTrace LightStrength double 1 RANGE 0 1000 SLIDER 0 10
  PROPERTY PathTraceLightStrength "Light Strength" SHOWN_FOR PathTraceLight "0 3 5"
  HELP "Factor on the lights of the view.")
inkray_option(PathTrace ShowSky bool 0
  FRAME PathFrameOptions.showEnvironment
  PROPERTY PathTraceShowSky "Show Environment as Background" SHOWN_FOR PathTraceLight "0 1 2 4 5"
  HINTS "<PropertyWidgetDecorator type=\"legend_background\" />"
  HELP "Show the sky or the environment map behind the surfaces, instead of the background of the view.
    Switching it on in the panel gives the legends of the view a background on which their text is legible.
    The text of axes keeps its color: on a bright sky load the color palette White Background, whose text is
    black.")
inkray_option(PathTrace IncludeSurfaces bool 0
  PROPERTY PathTraceIncludeSurfaces "Include Surfaces in the View"
  HELP "Include the opaque surfaces of the view as matte objects in their colors: they cast and receive
    shadows and indirect light. Only opaque polygonal displays (such as Surface) take part; lines, points,
    glyphs, volumes, hidden blocks and translucent surfaces do not.")
# The opacity function applies to a length of ScalarOpacityUnitDistance, as in VTK's mappers. In images it
# gives the share of light that this length stops; in unstructured grids, attenuation times this length. The
# volume scatters no light. It is drawn only if an array colors the surfaces.
inkray_option(PathTrace IncludeVolume bool 0
  PROPERTY PathTraceIncludeVolume "Include Volume"
  HELP "Include the volume around the surfaces. It emits and absorbs light as in representation Volume, and it
    shadows and lights the surfaces. It uses the color map and opacity function of the array that colors the
    surfaces, and Scalar Opacity Unit Distance.")
inkray_option(PathTrace VolumeDensity double 1 RANGE 1e-6 VTK_FLOAT_MAX SLIDER 0.01 100
  PROPERTY PathTraceDensity "Density" WIDGET log_slider SHOWN_FOR PathTraceIncludeVolume 1
  HELP "Multiplies the light that the included volume absorbs and emits. 2 makes the volume twice as dense,
    like half the scalar opacity unit distance. With lower values you see further into the volume, whatever
    the opacity function.")
# Each pixel becomes the mean of nearby pixels that show the same surface in a similar color. With more
# samples the colors must be more similar.
inkray_option(PathTrace Denoise bool 0
  PROPERTY PathTraceDenoise "Denoise"
  HINTS "<PropertyWidgetDecorator type=\"GenericDecorator\" mode=\"enabled_state\"
    property=\"PathTraceIncludeVolume\" values=\"0\" />"
  HELP "Smooth the noise along surfaces, not across their edges, and less with more samples. Details of
    highlights, shadows and glass are smoothed as well. Has no effect with Include Volume.")
# Parallel projections have no lens.
inkray_option(PathTrace LensRadius double 0 RANGE 0 VTK_FLOAT_MAX
  FRAME PathFrameOptions
  PROPERTY PathTraceLensRadius "Lens Radius" ADVANCED
  HELP "Radius of the camera's lens, in the length unit of the data. Larger values blur more away from the
    focal distance; 0 keeps everything in focus. A lens that spreads rays over more than eight times the size
    of the scene is drawn smaller, and the report says so.")
inkray_option(PathTrace FocalDistance double 0 RANGE 0 VTK_FLOAT_MAX
  PROPERTY PathTraceFocalDistance "Focal Distance" ADVANCED
  HELP "Distance from the camera at which the picture is sharp, in the length unit of the data. 0: the
    distance of the camera's focal point.")
