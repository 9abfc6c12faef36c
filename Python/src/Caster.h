// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Device.h"
#include "Interrupt.h"
#include "OwnedMutex.h"
#include "Pictures.h"
#include "ReleasedGil.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace inkray::python
{

/// A ray caster for Python: takes arrays, returns pictures. Any number of threads may call it. One of them
/// works, without the GIL, while the others wait.
template <class RayCaster, class Options>
class Caster
{
public:
  std::string device() const { return caster_->device() == DeviceKind::CUDA ? "cuda" : "cpu"; }
  std::string deviceName() const { return caster_->deviceName(); }

  /// Returns rgba and window depths. opaqueDepth: window depths, height x width of float, lower row first, or
  /// None.
  nanobind::tuple render(const Matrix& meshToEye, const Matrix& eyeToClip, int width, int height,
    const Options& asked, const std::optional<Array>& opaqueDepth)
  {
    const Camera camera = makeCamera(meshToEye, eyeToClip, width, height);
    Options options = asked;
    options.opaqueDepth = windowDepths(opaqueDepth, camera);
    std::optional<Picture> image, depth;
    runInterruptibly([&](const WorkObserver& observer) {
      const std::lock_guard<OwnedMutex> lock(mutex_);
      static_cast<WorkObserver&>(options) = observer;
      caster_->render(camera, options);
      image.emplace(caster_->image(), camera, 4);
      depth.emplace(caster_->depth(), camera, 1);
    });
    return nanobind::make_tuple(image->toNumpy(), depth->toNumpy());
  }

protected:
  explicit Caster(std::unique_ptr<RayCaster> caster)
    : caster_(std::move(caster))
  {
  }

  /// Call f without the GIL, while no other thread works.
  template <class F>
  auto alone(const F& f)
  {
    const ReleasedGil released;
    const std::lock_guard<OwnedMutex> lock(mutex_);
    return f();
  }

  /// The times, the counts and the memory that the ray caster reports.
  auto figures()
  {
    return this->alone(
      [&] { return std::make_tuple(caster_->timings(), caster_->statistics(), caster_->memory()); });
  }

  const std::unique_ptr<RayCaster> caster_;
  OwnedMutex mutex_; ///< guards all members of the caster and of subclasses
};

/// Bind what the classes of all casters have.
template <class T>
void bindCaster(nanobind::class_<T>& bound)
{
  namespace nb = nanobind;
  bound.def_prop_ro("device", &T::device)
    .def_prop_ro("device_name", &T::deviceName)
    .def("set_isosurfaces", &T::setIsosurfaces, nb::arg("surfaces"))
    .def("set_lights", &T::setLights, nb::arg("lights"))
    .def("set_material", &T::setMaterial, nb::arg("material"))
    .def("render", &T::render, nb::arg("mesh_to_eye"), nb::arg("eye_to_clip"), nb::arg("width"),
      nb::arg("height"), nb::arg("options"), nb::arg("opaque_depth").noconvert() = nb::none())
    .def("report", &T::report);
}

} // namespace inkray::python
