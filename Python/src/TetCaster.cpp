// SPDX-License-Identifier: BSD-3-Clause
#include "TetCaster.h"

#include "Alone.h"
#include "BindOption.h"
#include "Core/Errors.h"
#include "Core/HeldRange.h"
#include "Interrupt.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>

namespace inkray::python
{
namespace
{

/// Add the tuples to a field: one for each of `numPoints` points or `numTets` tetrahedra.
Field withTuples(
  Field field, const std::optional<Array>& tuples, std::int64_t numPoints, std::int64_t numTets)
{
  if (!tuples)
    return field;
  const bool perCell = field.association == Association::Cells;
  const std::int64_t wanted = perCell ? numTets : numPoints;
  if (checkHostArray(*tuples, "tuples") != ValueType::Int64 || tuples->ndim() != 1)
    throw InvalidInput("tuples: an array of int64 of one dimension is needed");
  if (static_cast<std::int64_t>(tuples->shape(0)) < wanted)
    throw InvalidInput("tuples: there are " + std::to_string(tuples->shape(0)) + " for " +
      std::to_string(wanted) + (perCell ? " tetrahedra" : " points") + "; give one for each");
  field.tupleOf = static_cast<const std::int64_t*>(static_cast<const void*>(tuples->data()));
  return field;
}

TransferFunction makeFunction(const std::vector<std::array<double, 5>>& rows)
{
  TransferFunction function;
  for (const auto& row : rows)
    function.knots.push_back({ row[0], static_cast<float>(row[1]), static_cast<float>(row[2]),
      static_cast<float>(row[3]), static_cast<float>(row[4]) });
  return function;
}

} // namespace

TetCaster::TetCaster(DeviceKind kind, std::optional<int> ordinal)
  : caster_(ordinal ? TetRayCaster::create(DeviceId{ kind, *ordinal }) : TetRayCaster::create(kind))
{
}

std::string TetCaster::device() const
{
  return caster_->device() == DeviceKind::CUDA ? "cuda" : "cpu";
}

TetMeshReport TetCaster::setMesh(const Array& points, const Array& tets)
{
  const TetMeshInput mesh = makeMesh(points, tets);
  TetMeshReport report;
  runInterruptibly([&](const WorkObserver& observer) {
    const std::lock_guard<OwnedMutex> lock(mutex_);
    numPoints_ = numTets_ = 0;
    look_.fields = MeshFields();
    report = caster_->setMesh(mesh, observer);
    numPoints_ = mesh.numPoints;
    numTets_ = mesh.numTets;
  });
  return report;
}

void TetCaster::setScalars(
  const Array& values, int component, bool perCell, const std::optional<Array>& tuples)
{
  const Field field = makeField(values, "values", component, perCell);
  alone(mutex_, [&] {
    this->give(look_.fields.values, { { withTuples(field, tuples, numPoints_, numTets_), held_ }, 0.0 });
  });
}

void TetCaster::setOpacityScalars(
  const Array& values, int component, bool perCell, const std::optional<Array>& tuples)
{
  const Field field = makeField(values, "opacity values", component, perCell);
  alone(mutex_, [&] {
    this->give(look_.fields.opacity, { withTuples(field, tuples, numPoints_, numTets_), heldOpacity_ });
  });
}

void TetCaster::dropOpacityScalars()
{
  alone(mutex_, [&] {
    look_.fields.opacity.reset();
    caster_->update(look_);
  });
}

nanobind::tuple TetCaster::scalarRange()
{
  const FiniteRange range = alone(mutex_, [&] { return caster_->valueRange(); });
  return nanobind::make_tuple(range.low, range.high);
}

nanobind::tuple TetCaster::opacityRange()
{
  const FiniteRange range = alone(mutex_, [&] { return caster_->opacityRange(); });
  return nanobind::make_tuple(range.low, range.high);
}

std::int64_t TetCaster::numNonFinite()
{
  return alone(mutex_, [&] { return caster_->valueRange().notFinite; });
}

void TetCaster::setHeldRange(double low, double high)
{
  alone(mutex_, [&] { held_ = rangeBetween(low, high); });
}

void TetCaster::setHeldOpacityRange(double low, double high)
{
  alone(mutex_, [&] { heldOpacity_ = rangeBetween(low, high); });
}

void TetCaster::setTransferFunction(const std::vector<std::array<double, 5>>& knots)
{
  alone(mutex_, [&] { this->give(look_.style.function, makeFunction(knots)); });
}

void TetCaster::setOpacityFunction(const std::vector<std::array<double, 5>>& knots)
{
  alone(mutex_, [&] { this->give(look_.style.opacityFunction, makeFunction(knots)); });
}

void TetCaster::setIsosurfaces(const std::vector<Isosurface>& surfaces)
{
  alone(mutex_, [&] { this->give(look_.style.isosurfaces, surfaces); });
}

void TetCaster::setLights(const std::vector<SurfaceLight>& lights)
{
  alone(mutex_, [&] { this->give(look_.style.lights, lights); });
}

void TetCaster::setMaterial(const SurfaceMaterial& material)
{
  alone(mutex_, [&] { this->give(look_.style.material, material); });
}

nanobind::tuple TetCaster::render(const Matrix& meshToEye, const Matrix& eyeToClip, int width, int height,
  const FrameOptions& asked, const std::optional<Array>& opaqueDepth)
{
  const Camera camera = makeCamera(meshToEye, eyeToClip, width, height);
  FrameOptions options = asked;
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

nanobind::dict TetCaster::report()
{
  TetRayCastTimings timings;
  TetRayCastStatistics statistics;
  TetRayCastMemory memory;
  alone(mutex_, [&] {
    timings = caster_->timings();
    statistics = caster_->statistics();
    memory = caster_->memory();
  });
  nanobind::dict rows;
  rows["adjacency_ms"] = timings.adjacency;
  rows["upload_ms"] = timings.upload;
  rows["camera_ms"] = timings.camera;
  rows["lists_ms"] = timings.lists;
  rows["cast_ms"] = timings.cast;
  rows["present_ms"] = timings.present;
  rows["list_entries"] = statistics.listEntries;
  rows["failed_rays"] = statistics.failedRays;
  rows["mesh_bytes"] = memory.resident;
  rows["frame_bytes"] = memory.frame;
  rows["setup_peak_bytes"] = memory.setupPeak;
  return rows;
}

void bindTetCaster(nanobind::module_& module)
{
  namespace nb = nanobind;
  nb::enum_<BlendMode> modes(module, "BlendMode");
  for (const FilmTraits& film : allFilms)
    modes.value(film.keyword, film.mode);
  // Whether opacities of functions refer to a length, which makes them attenuations.
  module.def("is_per_length", [](BlendMode mode) { return filmOf(mode).isPerLength; });

  // The range that values are quantized in (Core/HeldRange.h). `typical` is 0 if functions show values.
  // Otherwise it is the distance of some values from the least isovalue.
  module.def(
    "held_range",
    [](const std::array<double, 2>& values, const std::array<double, 2>& shown, double typical) {
      const FiniteRange held =
        heldRangeOfIsovalues(rangeBetween(values[0], values[1]), rangeBetween(shown[0], shown[1]), typical);
      return nb::make_tuple(held.low, held.high);
    },
    nb::arg("values"), nb::arg("shown"), nb::arg("typical"));

  nb::class_<TetMeshReport>(module, "MeshReport")
    .def_ro("tets", &TetMeshReport::numTets)
    .def_ro("points", &TetMeshReport::numVertices)
    .def_ro("boundary_faces", &TetMeshReport::numBoundaryFaces)
    .def_ro("out_of_range", &TetMeshReport::outOfRange)
    .def_ro("non_finite", &TetMeshReport::nonFinite)
    .def_ro("repeated_vertex", &TetMeshReport::repeatedVertex)
    .def_ro("duplicate", &TetMeshReport::duplicate)
    .def_ro("zero_volume", &TetMeshReport::zeroVolume)
    .def_ro("inverted", &TetMeshReport::inverted)
    .def_ro("non_manifold_faces", &TetMeshReport::nonManifoldFaces)
    .def("summary", &TetMeshReport::summary);

  using Options = FrameOptions;
  nb::class_<Options> options(module, "FrameOptions");
  INKRAY_FIELDS_FrameOptions(INKRAY_BIND_OPTION);
  options.def(nb::init<>())
    .def_rw("blend", &FrameOptions::blend)
    .def_rw("shade", &FrameOptions::shade)
    .def_prop_rw(
      "average_range",
      [](const FrameOptions& o) { return nb::make_tuple(o.averageRange[0], o.averageRange[1]); },
      [](FrameOptions& o, const std::array<double, 2>& range) {
        std::copy(range.begin(), range.end(), o.averageRange);
      })
    .def_prop_rw(
      "missing",
      [](const FrameOptions& o) {
        return nb::make_tuple(o.missing[0], o.missing[1], o.missing[2], o.missing[3]);
      },
      [](FrameOptions& o, const std::array<float, 4>& rgba) {
        std::copy(rgba.begin(), rgba.end(), o.missing);
      })
    .def_prop_rw(
      "slices", [](const FrameOptions& o) { return planeRows(o.slices); },
      [](FrameOptions& o, const PlaneRows& rows) { o.slices = makePlanes(rows); })
    .def_prop_rw(
      "clipping_planes", [](const FrameOptions& o) { return planeRows(o.clippingPlanes); },
      [](FrameOptions& o, const PlaneRows& rows) { o.clippingPlanes = makePlanes(rows); });

  nb::class_<TetCaster>(module, "TetCaster")
    .def(nb::init<DeviceKind, std::optional<int>>(), nb::arg("device"), nb::arg("ordinal") = nb::none())
    .def_prop_ro("device", &TetCaster::device)
    .def_prop_ro("device_name", &TetCaster::deviceName)
    .def("set_mesh", &TetCaster::setMesh, nb::arg("points").noconvert(), nb::arg("tets").noconvert())
    .def("set_scalars", &TetCaster::setScalars, nb::arg("values").noconvert(), nb::arg("component"),
      nb::arg("per_cell"), nb::arg("tuples").noconvert() = nb::none())
    .def("set_opacity_scalars", &TetCaster::setOpacityScalars, nb::arg("values").noconvert(),
      nb::arg("component"), nb::arg("per_cell"), nb::arg("tuples").noconvert() = nb::none())
    .def("drop_opacity_scalars", &TetCaster::dropOpacityScalars)
    .def_prop_ro("scalar_range", &TetCaster::scalarRange)
    .def_prop_ro("opacity_range", &TetCaster::opacityRange)
    .def_prop_ro("num_non_finite", &TetCaster::numNonFinite)
    .def("set_held_range", &TetCaster::setHeldRange, nb::arg("low"), nb::arg("high"))
    .def("set_held_opacity_range", &TetCaster::setHeldOpacityRange, nb::arg("low"), nb::arg("high"))
    .def("set_transfer_function", &TetCaster::setTransferFunction, nb::arg("knots"))
    .def("set_opacity_function", &TetCaster::setOpacityFunction, nb::arg("knots"))
    .def("set_isosurfaces", &TetCaster::setIsosurfaces, nb::arg("surfaces"))
    .def("set_lights", &TetCaster::setLights, nb::arg("lights"))
    .def("set_material", &TetCaster::setMaterial, nb::arg("material"))
    .def("render", &TetCaster::render, nb::arg("mesh_to_eye"), nb::arg("eye_to_clip"), nb::arg("width"),
      nb::arg("height"), nb::arg("options"), nb::arg("opaque_depth").noconvert() = nb::none())
    .def("report", &TetCaster::report);
}

} // namespace inkray::python
