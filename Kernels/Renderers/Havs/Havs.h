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

/// Options of a HAVS frame, and its observer. A CUDA device reports progress and checks for aborts only
/// between stages.
struct HavsOptions : RayOptions
{
  /// Entries of each pixel's k-buffer, 2 or 6: the fragment that its ray has reached, and the waiting
  /// fragments.
  int bufferSize = 6;
  /// The share of the mesh's inner faces to draw, above 0 and at most 1, in steps of 1/256. Boundary faces
  /// are always drawn. Faces are left out at random, small faces sooner than large ones. A smaller share
  /// draws a subset of the faces of a larger share.
  float levelOfDetail = 1.0f;
  /// A ray stops if less than this share of the light behind it still passes. 0: never; every segment is
  /// integrated.
  float earlyTermination = 0.0f;
};

/// Milliseconds of the last setMesh, setScalars and render. On CUDA they are measured with events on the
/// device.
struct HavsTimings
{
  double adjacency = 0; ///< set-up of the mesh and its faces, without the transfer
  double upload = 0;    ///< of the mesh or the values, whichever came last, to the device
  double camera = 0;    ///< projection of the vertices, and depths of the faces
  double sort = 0;      ///< sorting the faces by the depth of their centroids
  double tiles = 0;     ///< listing the visible faces of each tile of the image
  double cast = 0;      ///< making fragments from faces, ordering them in k-buffers, integrating
  double present = 0;   ///< image to host memory
};

/// Counts of the last frame, and of its possible errors.
struct HavsStatistics
{
  std::int64_t faces = 0;       ///< of the mesh, each counted once
  std::int64_t tileEntries = 0; ///< faces in the lists of all tiles
  std::int64_t coveredRays = 0; ///< pixels with at least one fragment
  std::int64_t fragments = 0;   ///< faces that rays met before they ended
  /// Fragments that came after a farther one: the order of the centroids was wrong for their pixel.
  std::int64_t unsortedFragments = 0;
  /// Unsorted fragments that the k-buffer did not hold back long enough: they came out late, and the ray's
  /// integral there is wrong.
  std::int64_t lateFragments = 0;
  std::int64_t lateRays = 0; ///< rays with at least one late fragment
};

/// Bytes on the device (or in host memory for the CPU).
struct HavsMemory
{
  std::size_t resident = 0;  ///< mesh, adjacency, faces and values
  std::size_t frame = 0;     ///< all other memory: image, lists, projected vertices, workspace
  std::size_t setupPeak = 0; ///< the highest use while the mesh was set up
};

/// Volume rendering of tetrahedral meshes by Hardware-Assisted Visibility Sorting (Callahan, Ikits, Comba and
/// Silva, IEEE TVCG 11, 2005), as compute kernels on a CUDA device or on CPU threads.
///
/// The faces of the mesh are sorted by the distance of their centroids from the eye, which is nearly the
/// order in which each ray meets them. The k-buffer of a pixel orders its fragments as they come: it holds k
/// of them and returns the nearest. The ray integrates from the fragment before to this one, as in the ray
/// caster (SegmentIntegration.h). A fragment that is more than k places out of order comes out late, and the
/// picture is wrong there; such fragments are counted.
///
/// Graphics hardware of 2005 had races between the fragments of a pixel. Here each pixel has one thread,
/// which walks through the list of faces of its tile of the image. Lists are made by a stable sort, so that
/// every run gives the same picture.
///
/// Calls in order: setMesh, setScalars, setTransferFunction, then render any number of times. Each call may
/// be repeated. Errors are thrown as inkray::Error; afterwards the object still accepts new input. Not
/// thread-safe.
class Havs
{
public:
  /// Make a renderer on a device. Auto means CUDA if there is a device. Its buffers may take `memoryLimit`
  /// bytes together; larger requests throw OutOfMemory. Throws Error if the device does not exist.
  static std::unique_ptr<Havs> create(
    const DeviceId& device = DeviceKind::Auto, std::size_t memoryLimit = MemoryBudget::noLimit);
  virtual ~Havs() = default;

  virtual DeviceKind device() const = 0;
  virtual std::string deviceName() const = 0;

  /// Find the faces. Drops the earlier mesh and values. Throws InvalidInput if no tet is left or if there are
  /// at least 2^31 - 1 faces, and OutOfMemory and Aborted; there is no mesh then.
  virtual const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) = 0;

  /// Set values for the current mesh: of points, linear in each tet, or of cells. NaN makes all tets that
  /// have it transparent. Throws InvalidInput for an array that does not fit.
  virtual void setScalars(const Field& scalars) = 0;
  /// Store values relative to this range, from the next setScalars on (HeldField in MeshLook.h). Low above
  /// high, the default: relative to their own range.
  virtual void setHeldRange(double low, double high) = 0;
  /// The finite range of the current values; min > max if none is finite.
  virtual void scalarRange(double range[2]) const = 0;
  /// The number of current values that are NaN or infinite and so draw nothing.
  virtual std::int64_t numNonFiniteScalars() const = 0;

  /// Set color and attenuation of the values. Of a categorical function only the knots are used. Throws
  /// InvalidInput if the function is empty, unsorted or not finite.
  virtual void setTransferFunction(const TransferFunction& function) = 0;

  /// Draw. Afterwards image() returns the image in host memory. A camera with singular matrices draws
  /// nothing. Throws InvalidInput without a mesh, values or transfer function, for an image without pixels,
  /// and for options out of range; Aborted; OutOfMemory, also if the lists would have more than 2^32 - 2
  /// entries.
  virtual void render(const Camera& camera, const HavsOptions& options) = 0;
  /// Draw, and leave the image on the device, at deviceImage(); on the CPU the same as render.
  virtual void renderOnDevice(const Camera& camera, const HavsOptions& options) = 0;

  /// width x height x RGBA, float, premultiplied color, lower row first. Valid until the next call.
  virtual const float* image() const = 0;
  /// The same in the memory of the device, or null on the CPU.
  virtual const float* deviceImage() const = 0;

  virtual HavsTimings timings() const = 0;
  /// Count what the last picture shows. The counting takes place in this call.
  virtual HavsStatistics statistics() const = 0;
  virtual HavsMemory memory() const = 0;

private:
  /// Make one on a CUDA device. Throws Error in a build without CUDA.
  static std::unique_ptr<Havs> createOnCuda(const DeviceInfo& device, std::size_t memoryLimit);
};

} // namespace inkray
