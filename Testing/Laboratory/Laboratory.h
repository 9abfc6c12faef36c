// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The systems that Gu and Kim 2020 compare, made to be compared again. They stand beside the product, for
/// tests and benchmarks.
#include "Device/Device.h"
#include "Geometry/Mesh/TetMesh.h"
#include "Shading/TransferFunction.h"
#include "View/Camera.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace inkray::laboratory
{

enum class System
{
  OnDemand,      ///< Ours-Tile and, without tiles, Ours-Pixel: VDFI computed whenever a ray meets a face
  FullVDFI,      ///< the VDFI of all faces computed for each view; on a CPU, Bunyk-Parallel
  GBunykBuffer,  ///< a tile to a thread, whose rays share a buffer of VDFI; hashed, Kim 2017
  VisibleFaces,  ///< a visible face to a thread: VF-Parallel on a CPU, VF-GPU on CUDA; has false holes
  EdgeFunctions, ///< not of the paper: the product's march, with rays in any order
};

enum class Lists
{
  OnDevice, ///< the product's
  Arrays,   ///< Gu and Kim's three steps on one thread of the CPU, sent to the device with the vertices
  Linked,   ///< linked lists on one thread of the CPU, made arrays and sent
};

struct Options
{
  System system = System::OnDemand;
  bool doubles = true;               ///< otherwise floats; EdgeFunctions and VisibleFaces ignore it
  int tileWidth = 8, tileHeight = 8; ///< pixels; 0: no tiles, Ours-Pixel with 262,144 threads
  int numSlots = 64;                 ///< slots of a thread's buffer
  bool isHashed = true;              ///< whether the buffer is hashed
  Lists lists = Lists::OnDevice;
  float earlyTermination = 0.0f;
};

/// Milliseconds of the last picture.
struct Timings
{
  double project = 0;  ///< projecting the vertices
  double vdfi = 0;     ///< computing the VDFI of all faces
  double lists = 0;    ///< making the lists, or ordering the visible faces
  double transfer = 0; ///< sending lists and vertices of the CPU to the device
  double cast = 0;
  double present = 0; ///< bringing the image to host memory
  double total() const { return project + vdfi + lists + transfer + cast + present; }
};

struct Statistics
{
  std::int64_t steps = 0, lostRays = 0;
  std::int64_t hits = 0, misses = 0; ///< in buffers
  std::int64_t entries = 0;          ///< of lists
  std::int64_t numFaces = 0;         ///< of the mesh, each once
  std::size_t meshBytes = 0, vdfiBytes = 0, bufferBytes = 0;
};

/// Draws one mesh by any system. Every value is finite, and the whole mesh lies between the near and the far
/// plane of the camera. Calls in order: setMesh, setTransferFunction, render. Errors are thrown as
/// inkray::Error.
class Laboratory
{
public:
  static std::unique_ptr<Laboratory> create(DeviceKind kind = DeviceKind::Auto);
  virtual ~Laboratory() = default;

  virtual std::string deviceName() const = 0;
  virtual void setMesh(const TetMeshInput& mesh, const Field& scalars) = 0;
  virtual void setTransferFunction(const TransferFunction& function) = 0;
  /// Draws a picture. Afterwards the image is in host memory: width x height x RGBA, premultiplied, lower row
  /// first. Throws InvalidInput for a camera that shows nothing, and for tiles, slots or lists that the
  /// system lacks.
  virtual void render(const Camera& camera, const Options& options) = 0;
  virtual const float* image() const = 0;
  virtual Timings timings() const = 0;
  virtual Statistics statistics() const = 0;
};

} // namespace inkray::laboratory
