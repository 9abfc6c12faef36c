// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceCaster.h"

#include "BindOption.h"
#include "Core/Errors.h"

#include <algorithm>

namespace inkray::python
{

IsosurfaceCaster::IsosurfaceCaster(DeviceKind kind, std::optional<int> ordinal)
  : Caster(IsosurfaceRayCaster::create({ kind, ordinal.value_or(DeviceId::current) }))
{
}

std::optional<Array> IsosurfaceCaster::keptFor(const Array& values) const
{
  const ValueType type = checkArray(values, "values");
  const bool isType = type == ValueType::Float32 || type == ValueType::UInt8 || type == ValueType::UInt16;
  const bool isThere = memoryOf(values) == MemorySpace::Host && caster_->device() == DeviceKind::CPU;
  const bool isScalar = values.ndim() < 4 || values.shape(3) == 1;
  return isType && isThere && isScalar ? std::optional<Array>(values) : std::nullopt;
}

nanobind::tuple IsosurfaceCaster::setVolume(const Array& values, int component, bool perCell,
  const Matrix& indexToMesh, const GridCoordinates& coordinates)
{
  const std::int64_t more = perCell ? 1 : 0;
  std::array<std::int64_t, 3> dimensions = {};
  for (std::size_t axis = 0; axis < 3 && values.ndim() > 2; ++axis)
    dimensions[axis] = static_cast<std::int64_t>(values.shape(2 - axis)) + more;
  VolumeInput volume = makeGrid(dimensions, indexToMesh, coordinates);
  volume.scalars = makeField(values, "volume", component, perCell);
  VolumeReport report;
  std::optional<Array> before = this->keptFor(values), colorsBefore; // released with the GIL
  runInterruptibly([&](const WorkObserver& observer) {
    const std::lock_guard<OwnedMutex> lock(mutex_);
    report = caster_->setVolume(volume, observer);
    std::swap(values_, before);
    std::swap(colors_, colorsBefore);
    perCell_ = perCell;
  });
  return nanobind::make_tuple(report.range[0], report.range[1], report.numNonFinite);
}

void IsosurfaceCaster::setColorValues(const Array& values, int component)
{
  Field field = makeField(values, "color values", component, false);
  std::optional<Array> before = this->keptFor(values);
  this->alone([&] {
    field.association = perCell_ ? Association::Cells : Association::Points;
    caster_->setColorValues(field);
    std::swap(colors_, before);
  });
}

void IsosurfaceCaster::dropColorValues()
{
  std::optional<Array> before;
  this->alone([&] {
    caster_->setColorValues(Field());
    std::swap(colors_, before);
  });
}

void IsosurfaceCaster::setColorTable(
  const std::vector<std::array<float, 3>>& table, double low, double high, const std::array<float, 3>& nan)
{
  ColorTable colors;
  colors.range[0] = low;
  colors.range[1] = high;
  for (const auto& rgb : table)
    colors.rgb.insert(colors.rgb.end(), rgb.begin(), rgb.end());
  std::copy(nan.begin(), nan.end(), colors.nanColor);
  this->alone([&] { caster_->setColorTable(colors); });
}

nanobind::dict IsosurfaceCaster::report()
{
  const auto [timings, statistics, memory] = this->figures();
  nanobind::dict rows;
  rows["bricks_ms"] = timings.bricks;
  rows["upload_ms"] = timings.upload;
  rows["rebuild_ms"] = timings.rebuild;
  rows["cast_ms"] = timings.cast;
  rows["present_ms"] = timings.present;
  rows["rays"] = statistics.rays;
  rows["hits"] = statistics.hits;
  rows["active_leaves"] = statistics.activeLeaves;
  rows["volume_bytes"] = memory.volume;
  rows["brick_bytes"] = memory.bricks;
  rows["frame_bytes"] = memory.frame;
  return rows;
}

void bindIsosurfaceCaster(nanobind::module_& module)
{
  namespace nb = nanobind;
  using Options = IsosurfaceFrameOptions;
  nb::class_<Options> options(module, "IsosurfaceFrameOptions");
  INKRAY_FIELDS_IsosurfaceFrameOptions(INKRAY_BIND_OPTION);
  options.def(nb::init<>())
    .def_prop_rw(
      "clipping_planes", [](const IsosurfaceFrameOptions& o) { return planeRows(o.clippingPlanes); },
      [](IsosurfaceFrameOptions& o, const PlaneRows& rows) { o.clippingPlanes = makePlanes(rows); });

  nb::class_<IsosurfaceCaster> caster(module, "IsosurfaceCaster");
  bindCaster(caster);
  caster.def(nb::init<DeviceKind, std::optional<int>>(), nb::arg("device"), nb::arg("ordinal") = nb::none())
    .def("set_volume", &IsosurfaceCaster::setVolume, nb::arg("values").noconvert(), nb::arg("component"),
      nb::arg("per_cell"), nb::arg("index_to_mesh"), nb::arg("coordinates") = nb::none())
    .def("set_color_values", &IsosurfaceCaster::setColorValues, nb::arg("values").noconvert(),
      nb::arg("component"))
    .def("drop_color_values", &IsosurfaceCaster::dropColorValues)
    .def("set_color_table", &IsosurfaceCaster::setColorTable, nb::arg("table"), nb::arg("low"),
      nb::arg("high"), nb::arg("nan"));
}

} // namespace inkray::python
