// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeCaster.h"

#include "BindOption.h"
#include "Core/Errors.h"
#include "Core/HeldRange.h"

#include <algorithm>

namespace inkray::python
{
namespace
{

/// Add the tuples to a field: one for each of `numPoints` points or `numCells` cells.
Field withTuples(
  Field field, const std::optional<Array>& tuples, std::int64_t numPoints, std::int64_t numCells)
{
  if (!tuples)
    return field;
  const bool perCell = field.association == Association::Cells;
  const std::int64_t wanted = perCell ? numCells : numPoints;
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

VolumeCaster::VolumeCaster(std::unique_ptr<VolumeRayCaster> caster, bool keepsArrays)
  : Caster(std::move(caster))
  , keepsArrays_(keepsArrays)
{
}

void VolumeCaster::setScalars(
  const Array& values, int component, bool perCell, const std::optional<Array>& tuples)
{
  const Field field = makeField(values, "values", component, perCell);
  std::optional<Array> before =
    keepsArrays_ ? std::optional<Array>(values) : std::nullopt; // released with the GIL
  this->alone([&] {
    look_.giveTo(
      *caster_, look_.fields.values, { { withTuples(field, tuples, numPoints_, numCells_), held_ }, 0.0 });
    std::swap(values_, before);
  });
}

void VolumeCaster::setOpacityScalars(
  const Array& values, int component, bool perCell, const std::optional<Array>& tuples)
{
  const Field field = makeField(values, "opacity values", component, perCell);
  std::optional<Array> before = keepsArrays_ ? std::optional<Array>(values) : std::nullopt;
  this->alone([&] {
    look_.giveTo(
      *caster_, look_.fields.opacity, { withTuples(field, tuples, numPoints_, numCells_), heldOpacity_ });
    std::swap(opacities_, before);
  });
}

void VolumeCaster::dropOpacityScalars()
{
  std::optional<Array> before;
  this->alone([&] {
    look_.fields.opacity.reset();
    caster_->update(look_);
    std::swap(opacities_, before);
  });
}

nanobind::tuple VolumeCaster::scalarRange()
{
  const FiniteRange range = this->alone([&] { return caster_->valueRange(); });
  return nanobind::make_tuple(range.low, range.high);
}

nanobind::tuple VolumeCaster::opacityRange()
{
  const FiniteRange range = this->alone([&] { return caster_->opacityRange(); });
  return nanobind::make_tuple(range.low, range.high);
}

void VolumeCaster::setHeldRange(double low, double high)
{
  this->alone([&] { held_ = rangeBetween(low, high); });
}

void VolumeCaster::setHeldOpacityRange(double low, double high)
{
  this->alone([&] { heldOpacity_ = rangeBetween(low, high); });
}

void VolumeCaster::setTransferFunction(const std::vector<std::array<double, 5>>& knots)
{
  this->give(look_.style.function, makeFunction(knots));
}

void VolumeCaster::setOpacityFunction(const std::vector<std::array<double, 5>>& knots)
{
  this->give(look_.style.opacityFunction, makeFunction(knots));
}

void VolumeCaster::setGradientOpacity(const std::vector<std::array<double, 2>>& knots)
{
  GradientOpacity opacity;
  for (const auto& [magnitude, factor] : knots)
    opacity.knots.push_back({ magnitude, static_cast<float>(factor) });
  this->give(look_.style.gradientOpacity, opacity);
}

void VolumeCaster::setFunction2D(int columns, const std::array<double, 2>& values,
  const std::array<double, 2>& magnitudes, const std::vector<std::array<float, 4>>& entries)
{
  TransferFunction2D function;
  function.columns = columns;
  function.rows = columns > 0 ? static_cast<int>(entries.size()) / columns : 0;
  std::copy(values.begin(), values.end(), function.values);
  std::copy(magnitudes.begin(), magnitudes.end(), function.magnitudes);
  for (const auto& [red, green, blue, attenuation] : entries)
    function.entries.push_back({ red, green, blue, attenuation });
  this->give(look_.style.function2D, function);
}

nanobind::dict VolumeCaster::report()
{
  const auto [timings, statistics, memory] = this->figures();
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

void bindVolumeCaster(nanobind::module_& module)
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

  using Options = FrameOptions;
  nb::class_<Options> options(module, "FrameOptions");
  INKRAY_FIELDS_FrameOptions(INKRAY_BIND_OPTION);
  bindArray<&FrameOptions::averageRange>(options, "average_range");
  bindArray<&FrameOptions::missing>(options, "missing");
  options.def(nb::init<>())
    .def_rw("blend", &FrameOptions::blend)
    .def_rw("shade", &FrameOptions::shade)
    .def_prop_rw(
      "slices", [](const FrameOptions& o) { return planeRows(o.slices); },
      [](FrameOptions& o, const PlaneRows& rows) { o.slices = makePlanes(rows); })
    .def(
      "set_crop_box",
      [](FrameOptions& o, const std::array<std::array<double, 3>, 4>& cornerAndEdges, bool keepsOutside) {
        o.cropBox.on = true;
        o.cropBox.keepsOutside = keepsOutside;
        std::copy_n(cornerAndEdges[0].begin(), 3, o.cropBox.origin);
        for (std::size_t i = 0; i < 3; ++i)
          std::copy_n(cornerAndEdges[i + 1].begin(), 3, o.cropBox.edges[i]);
      },
      nb::arg("corner_and_edges"), nb::arg("keeps_outside"))
    .def_prop_rw(
      "clipping_planes", [](const FrameOptions& o) { return planeRows(o.clippingPlanes); },
      [](FrameOptions& o, const PlaneRows& rows) { o.clippingPlanes = makePlanes(rows); });

  nb::class_<VolumeCaster> caster(module, "VolumeCaster");
  bindCaster(caster);
  caster
    .def("set_scalars", &VolumeCaster::setScalars, nb::arg("values").noconvert(), nb::arg("component"),
      nb::arg("per_cell"), nb::arg("tuples").noconvert() = nb::none())
    .def("set_opacity_scalars", &VolumeCaster::setOpacityScalars, nb::arg("values").noconvert(),
      nb::arg("component"), nb::arg("per_cell"), nb::arg("tuples").noconvert() = nb::none())
    .def("drop_opacity_scalars", &VolumeCaster::dropOpacityScalars)
    .def_prop_ro("scalar_range", &VolumeCaster::scalarRange)
    .def_prop_ro("opacity_range", &VolumeCaster::opacityRange)
    .def("set_held_range", &VolumeCaster::setHeldRange, nb::arg("low"), nb::arg("high"))
    .def("set_held_opacity_range", &VolumeCaster::setHeldOpacityRange, nb::arg("low"), nb::arg("high"))
    .def("set_transfer_function", &VolumeCaster::setTransferFunction, nb::arg("knots"))
    .def("set_opacity_function", &VolumeCaster::setOpacityFunction, nb::arg("knots"))
    .def("set_gradient_opacity", &VolumeCaster::setGradientOpacity, nb::arg("knots"))
    .def("set_function_2d", &VolumeCaster::setFunction2D, nb::arg("columns"), nb::arg("values"),
      nb::arg("magnitudes"), nb::arg("entries"));
}

} // namespace inkray::python
