// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Device/MemoryBudget.h"
#include "Geometry/Mesh/TetMesh.h"
#include "Picture/RayOptions.h"
#include "Shading/TransferFunction.h"
#include "View/Camera.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace inkray
{

/// Options of a HAVS frame, and its observer. A CUDA device reports progress and asks for aborts between
/// stages only.
struct HavsOptions : RayOptions
{
  /// Entries of each pixel's k-buffer, 2 or 6: the fragment that its ray has reached, and the fragments that
  /// wait.
  int bufferSize = 6;
  /// Share of the inner faces of the mesh that is drawn, above 0 and at most 1, in steps of 1/256; boundary
  /// faces are always drawn. The faces left out are chosen at random, small faces sooner than large ones, and
  /// a smaller share draws a subset of a larger one.
  float levelOfDetail = 1.0f;
  /// A ray stops when less than this share of the light behind it still gets through. 0: never; every segment
  /// is integrated.
  float earlyTermination = 0.0f;
};

/// Milliseconds of the last setMesh, setScalars and render. On CUDA, measured with events on the device.
struct HavsTimings
{
  double adjacency = 0; ///< set-up of the mesh and its faces without the transfer
  double upload = 0;    ///< of the mesh or the values, whichever came last, to the device
  double camera = 0;    ///< projection of the vertices, and depths of the faces
  double sort = 0;      ///< of the faces by the depth of their centroids
  double tiles = 0;     ///< lists of the faces that each tile of the image shows
  double cast = 0;      ///< faces to fragments, through the k-buffers, integrated
  double present = 0;   ///< image to host memory
};

/// Counts of the last frame, and of its possible errors.
struct HavsStatistics
{
  std::int64_t faces = 0;       ///< of the mesh, each once
  std::int64_t tileEntries = 0; ///< faces in the lists of all tiles
  std::int64_t coveredRays = 0; ///< pixels with at least one fragment
  std::int64_t fragments = 0;   ///< faces that rays met before they ended
  /// Fragments behind which one had come already: the order of the centroids was wrong for their pixel.
  std::int64_t unsortedFragments = 0;
  /// Unsorted fragments that the k-buffer did not hold back long enough: they came out behind their place,
  /// and the ray's integral there is wrong.
  std::int64_t lateFragments = 0;
  std::int64_t lateRays = 0; ///< rays with at least one such fragment
};

/// Bytes on the device (or in host memory for the CPU).
struct HavsMemory
{
  std::size_t resident = 0;  ///< mesh, adjacency, faces and values
  std::size_t frame = 0;     ///< all else that is held: image, lists, projected vertices, workspace
  std::size_t setupPeak = 0; ///< highest use while the mesh was set up
};

/// Volume rendering of tetrahedral meshes by Hardware-Assisted Visibility Sorting (Callahan, Ikits, Comba and
/// Silva, IEEE TVCG 11, 2005), as compute kernels on a CUDA device or on CPU threads.
///
/// The faces of the mesh, each once, are sorted by the distance of their centroids from the eye: nearly the
/// order in which each ray meets them. The k-buffer of a pixel puts its fragments in order as they come: it
/// holds k of them, gives the nearest, and the ray integrates from the fragment before to this one, in the
/// same way as the ray caster (SegmentIntegration.h). A fragment that is farther than k places from where it
/// belongs comes out late, and the picture is wrong there; such fragments are counted.
///
/// Graphics hardware of 2005 had races between the fragments of a pixel. Here one thread has a pixel, and
/// walks the list of faces of its tile of the image; lists are made by a stable sort, so that every run gives
/// the same picture.
///
/// Calls in order: setMesh, setScalars, setTransferFunction, then render any number of times; each may be
/// repeated on its own. Errors are thrown as inkray::Error; after one, the object can still be given new
/// input. Not thread-safe.
class Havs
{
public:
  /// A renderer on CUDA or on the CPU. Auto takes CUDA where there is a device; CUDA throws Error when there
  /// is none.
  static std::unique_ptr<Havs> create(DeviceKind kind = DeviceKind::Auto);
  /// On one device, whatever device is current; its buffers may take `memoryLimit` bytes together, and what
  /// asks for more throws OutOfMemory. Throws Error when there is no such device.
  static std::unique_ptr<Havs> create(
    const DeviceId& device, std::size_t memoryLimit = MemoryBudget::noLimit);
  virtual ~Havs() = default;

  virtual DeviceKind device() const = 0;
  virtual std::string deviceName() const = 0;

  /// Find the faces. Drops mesh and values set before. Throws InvalidInput when no tet is left or there are
  /// 2^31 - 1 faces and more, OutOfMemory, Aborted; there is no mesh then.
  virtual const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) = 0;

  /// Values for the current mesh: of points, linear in each tet, or of cells. NaN makes the tets it touches
  /// transparent. Throws InvalidInput for an array that does not fit.
  virtual void setScalars(const Field& scalars) = 0;
  /// Have values held relative to this range, from the next setScalars on (HeldField in MeshLook.h). Low
  /// above high, the default: relative to their own range.
  virtual void setHeldRange(double low, double high) = 0;
  /// Finite range of the values last set; min > max when none is finite.
  virtual void scalarRange(double range[2]) const = 0;
  /// Number of values last set that were NaN (or infinite) and so draw nothing.
  virtual std::int64_t numNonFiniteScalars() const = 0;

  /// Colour and attenuation of the values. Of a categorical function the knots count alone. Throws
  /// InvalidInput for an empty, unsorted or not finite one.
  virtual void setTransferFunction(const TransferFunction& function) = 0;

  /// Draw. Afterwards the image is in host memory at image(). A camera with singular matrices draws nothing.
  /// Throws InvalidInput without a mesh, values or transfer function, for an image without pixels, and for
  /// options out of range; Aborted; OutOfMemory, also where the lists get more than 2^32 - 2 entries.
  virtual void render(const Camera& camera, const HavsOptions& options) = 0;
  /// Draw, and leave the image on the device at deviceImage(); on the CPU the same as render.
  virtual void renderOnDevice(const Camera& camera, const HavsOptions& options) = 0;

  /// width x height x RGBA, float, colour multiplied by opacity, lower row first. Valid until the next call.
  virtual const float* image() const = 0;
  /// The same in the memory of the device, or null on the CPU.
  virtual const float* deviceImage() const = 0;

  virtual HavsTimings timings() const = 0;
  /// Counted by this call.
  virtual HavsStatistics statistics() const = 0;
  virtual HavsMemory memory() const = 0;
};

} // namespace inkray
