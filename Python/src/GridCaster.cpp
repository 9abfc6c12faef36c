// SPDX-License-Identifier: BSD-3-Clause
#include "GridCaster.h"

#include "Core/Errors.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"

#include <algorithm>
#include <utility>

namespace inkray::python
{

GridCaster::GridCaster(DeviceKind kind, std::optional<int> ordinal)
  : VolumeCaster(GridRayCaster::create({ kind, ordinal.value_or(DeviceId::current) }), true)
{
}

void GridCaster::setGrid(const std::array<std::int64_t, 3>& dimensions, const Matrix& indexToMesh,
  const GridCoordinates& coordinates, const std::optional<Array>& hidden, bool smoothCells)
{
  double numCells = 1; // does not overflow
  for (const std::int64_t n : dimensions)
    numCells *= n > 1 ? static_cast<double>(n - 1) : 0.0;
  if (hidden &&
    (checkHostArray(*hidden, "hidden") != ValueType::UInt8 ||
      static_cast<double>(hidden->size()) != numCells))
    throw InvalidInput("hidden: a byte for each cell is needed");
  std::optional<Array> kept = hidden, noValues, noOpacities; // earlier ones are released with the GIL
  GridCoordinates axes = coordinates;
  this->alone([&] {
    VolumeInput grid = makeGrid(dimensions, indexToMesh, axes);
    grid.areCellsConstant = !smoothCells;
    if (kept)
    {
      grid.cellFlags = static_cast<const std::uint8_t*>(kept->data());
      grid.hiddenCellBits = 0xff;
    }
    std::swap(coordinates_, axes); // the numbers stay where they are
    std::swap(hidden_, kept);
    std::swap(values_, noValues);
    std::swap(opacities_, noOpacities);
    look_.fields = MeshFields();
    static_cast<GridRayCaster&>(*caster_).setGrid(grid);
  });
}

void bindGridCaster(nanobind::module_& module)
{
  namespace nb = nanobind;
  nb::class_<GridCaster, VolumeCaster>(module, "GridCaster")
    .def(nb::init<DeviceKind, std::optional<int>>(), nb::arg("device"), nb::arg("ordinal") = nb::none())
    .def("set_grid", &GridCaster::setGrid, nb::arg("dimensions"), nb::arg("index_to_mesh"),
      nb::arg("coordinates") = nb::none(), nb::arg("hidden").noconvert() = nb::none(),
      nb::arg("smooth_cells") = true);
}

} // namespace inkray::python
