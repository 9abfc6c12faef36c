// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkPathTraceSettings
 * @brief   how vtkIsosurfacePathTraceMapper draws: samples, bounces, material, light, lens
 *
 * Surfaces, their colours, the device and the size of the image belong to the superclasses. Pipeline,
 * CompactionMethod, EarlyTermination and the cropping box have no part in it.
 */
#ifndef vtkPathTraceSettings_h
#define vtkPathTraceSettings_h

#include "InKRayRenderingModule.h"
#include "vtkIsosurfaceRayCastSettings.h"

class INKRAYRENDERING_EXPORT vtkPathTraceSettings : public vtkIsosurfaceRayCastSettings
{
public:
  static vtkPathTraceSettings* New();
  vtkTypeMacro(vtkPathTraceSettings, vtkIsosurfaceRayCastSettings);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum MaterialType
  {
    MATTE = 0,
    PLASTIC = 1,
    GLASS = 2,
    CHROME = 3,
    CAR_PAINT = 4
  };
  enum LightType
  {
    SKY_AND_LIGHTS = 0,
    SKY = 1,
    OVERCAST = 2,
    LIGHTS = 3,
    IMAGE = 4,
    IMAGE_AND_LIGHTS = 5
  };
  enum UpType
  {
    UP_OF_RENDERER = 0,
    UP_X = 1,
    UP_Y = 2,
    UP_Z = 3,
    UP_OF_CAMERA = 4
  };

  ///@{
  /**
   * Paths that start in each pixel of a finished picture. Default 64.
   */
  vtkSetClampMacro(SamplesPerPixel, int, 1, 1048576);
  vtkGetMacro(SamplesPerPixel, int);
  ///@}

  ///@{
  /**
   * How often a path may bounce: 0 is direct light only, and the most is 64. Default 4.
   */
  vtkSetClampMacro(Bounces, int, 0, 64);
  vtkGetMacro(Bounces, int);
  ///@}

  ///@{
  /**
   * Material of the isosurfaces: MATTE (diffuse, the default), PLASTIC (a highlight over it), GLASS, CHROME
   * (a mirror) or CAR_PAINT (a highlight over flakes and a diffuse base), each in the surface's colour.
   */
  vtkSetClampMacro(Material, int, MATTE, CAR_PAINT);
  vtkGetMacro(Material, int);
  ///@}

  ///@{
  /**
   * The exponent of the highlight of PLASTIC and CAR_PAINT: the greater, the smaller the highlight. Default
   * 100.
   */
  vtkSetClampMacro(Shininess, double, 1.0, 10000.0);
  vtkGetMacro(Shininess, double);
  ///@}

  ///@{
  /**
   * Of GLASS: the refractive index of the solid over that around it. Default 1.5.
   */
  vtkSetClampMacro(RefractiveIndex, double, 1.0, 4.0);
  vtkGetMacro(RefractiveIndex, double);
  ///@}

  ///@{
  /**
   * Of GLASS: the solid is where values are below the isovalue, and not above. Off by default.
   */
  vtkSetMacro(SolidBelow, vtkTypeBool);
  vtkGetMacro(SolidBelow, vtkTypeBool);
  vtkBooleanMacro(SolidBelow, vtkTypeBool);
  ///@}

  ///@{
  /**
   * Where light comes from: a sky, from GroundColor straight down to SkyColor straight up (SKY); SkyColor
   * from everywhere (OVERCAST); the renderer's lights (LIGHTS); half of the sky's and half of the lights'
   * (SKY_AND_LIGHTS, the default); an equirectangular picture (IMAGE); or that and half of the lights'
   * (IMAGE_AND_LIGHTS). SkyUp tells which way is up.
   */
  vtkSetClampMacro(Light, int, SKY_AND_LIGHTS, IMAGE_AND_LIGHTS);
  vtkGetMacro(Light, int);
  ///@}

  ///@{
  /**
   * Where the sky, or the top of the picture, is: at the renderer's EnvironmentUp (UP_OF_RENDERER, the
   * default), along an axis of the world (UP_X, UP_Y, UP_Z), or above what the camera shows (UP_OF_CAMERA).
   * With the latter, the light turns with the camera.
   */
  vtkSetClampMacro(SkyUp, int, UP_OF_RENDERER, UP_OF_CAMERA);
  vtkGetMacro(SkyUp, int);
  ///@}

  ///@{
  /**
   * Radiances of the sky, linear RGB, not negative. A white matte surface under a sky of 1 everywhere is
   * white. Default 1 above, and 0.5 below.
   */
  vtkSetVector3Macro(SkyColor, double);
  vtkGetVector3Macro(SkyColor, double);
  vtkSetVector3Macro(GroundColor, double);
  vtkGetVector3Macro(GroundColor, double);
  ///@}

  ///@{
  /**
   * The .hdr file (Radiance) of the picture, as RadianceReader takes it: "-Y height +X width", at most
   * 65536 in each direction and 2^28 pixels in all. It is read again when it has changed.
   */
  vtkSetFilePathMacro(ImageFileName);
  vtkGetFilePathMacro(ImageFileName);
  ///@}

  ///@{
  /**
   * Factors of the light from all around, and of the renderer's lights. Default 1; 0 is darkness.
   */
  vtkSetClampMacro(SkyStrength, double, 0.0, 1000.0);
  vtkGetMacro(SkyStrength, double);
  vtkSetClampMacro(LightStrength, double, 0.0, 1000.0);
  vtkGetMacro(LightStrength, double);
  ///@}

  ///@{
  /**
   * Show the source of the light, sky or picture, behind the surfaces. Off by default: the renderer's
   * background is there.
   */
  vtkSetMacro(ShowSky, vtkTypeBool);
  vtkGetMacro(ShowSky, vtkTypeBool);
  vtkBooleanMacro(ShowSky, vtkTypeBool);
  ///@}

  ///@{
  /**
   * Depth of field: the radius of the lens in world units (0, the default, is a pinhole, where all is sharp),
   * and the distance along the camera's direction at which things are sharp; 0, the default, is the distance
   * of the camera's focal point. Parallel projections have no depth of field. A radius that spreads rays over
   * more than eight times the scene's size is drawn as a smaller one, with a note.
   */
  vtkSetClampMacro(LensRadius, double, 0.0, VTK_FLOAT_MAX);
  vtkGetMacro(LensRadius, double);
  vtkSetClampMacro(FocalDistance, double, 0.0, VTK_FLOAT_MAX);
  vtkGetMacro(FocalDistance, double);
  ///@}

  ///@{
  /**
   * Hand the opaque polygons that the renderer shows to the tracer, so that they cast light and shadows, and
   * get them. The picture shows them as matte surfaces. Off by default.
   */
  vtkSetMacro(IncludeSurfaces, vtkTypeBool);
  vtkGetMacro(IncludeSurfaces, vtkTypeBool);
  vtkBooleanMacro(IncludeSurfaces, vtkTypeBool);
  ///@}

  ///@{
  /**
   * Let light pass through the volume that the surfaces are in, which emits and absorbs it as in direct
   * volume rendering: the volume property's colour and opacity functions of the array that colours the
   * surfaces. Opacity holds over ScalarOpacityUnitDistance: in images it is the share of light that this
   * length stops, and in unstructured grids attenuation times the length, the same as in VTK's mappers of
   * each. The volume hides objects behind it, lights surfaces, and casts shadows; it scatters none. It is
   * there where an array colours the surfaces. Off by default.
   */
  vtkSetMacro(IncludeVolume, vtkTypeBool);
  vtkGetMacro(IncludeVolume, vtkTypeBool);
  vtkBooleanMacro(IncludeVolume, vtkTypeBool);
  ///@}

  ///@{
  /**
   * A factor of what that volume absorbs and emits along each length: 2 does what half of the
   * ScalarOpacityUnitDistance does. At least 1e-6; 1 by default.
   */
  vtkSetClampMacro(VolumeDensity, double, 1e-6, VTK_FLOAT_MAX);
  vtkGetMacro(VolumeDensity, double);
  ///@}

  /**
   * Whether nothing is drawn but opaque isosurfaces, without a volume around them.
   */
  bool DrawsOpaqueSurfacesAlone();

  ///@{
  /**
   * Smooth the noise out of the picture that is shown: each pixel becomes a mean of the pixels around it that
   * show the same surface in a similar colour, the more similar the more samples there are. Off by default.
   */
  vtkSetMacro(Denoise, vtkTypeBool);
  vtkGetMacro(Denoise, vtkTypeBool);
  vtkBooleanMacro(Denoise, vtkTypeBool);
  ///@}

protected:
  vtkPathTraceSettings();
  ~vtkPathTraceSettings() override;

  int SamplesPerPixel = 64;
  int Bounces = 4;
  int Material = MATTE;
  double Shininess = 100;
  double RefractiveIndex = 1.5;
  vtkTypeBool SolidBelow = 0;
  int Light = SKY_AND_LIGHTS;
  int SkyUp = UP_OF_RENDERER;
  double SkyColor[3] = { 1, 1, 1 };
  double GroundColor[3] = { 0.5, 0.5, 0.5 };
  char* ImageFileName = nullptr;
  double SkyStrength = 1;
  double LightStrength = 1;
  vtkTypeBool ShowSky = 0;
  double LensRadius = 0;
  double FocalDistance = 0;
  vtkTypeBool IncludeSurfaces = 0;
  vtkTypeBool IncludeVolume = 0;
  double VolumeDensity = 1;
  vtkTypeBool Denoise = 0;

private:
  vtkPathTraceSettings(const vtkPathTraceSettings&) = delete;
  void operator=(const vtkPathTraceSettings&) = delete;
};

#endif
