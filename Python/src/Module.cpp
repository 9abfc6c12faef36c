// SPDX-License-Identifier: BSD-3-Clause
// The Python module of the kernels. The package's classes check their arguments and call it.
#include "BindOption.h"
#include "Callback.h"
#include "CellCutter.h"
#include "Core/Errors.h"
#include "Core/HostPages.h"
#include "Device/Device.h"
#include "GridCaster.h"
#include "IsosurfaceCaster.h"
#include "ReleasedGil.h"
#include "Shading/ColorFit.h"
#include "Shading/Isosurface.h"
#include "Shading/Light.h"
#include "Shading/Material.h"
#include "TetCaster.h"
#include "VolumeCaster.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <vector>

namespace nb = nanobind;

namespace
{

nb::object newException(nb::module_& module, const char* name, nb::handle bases)
{
  nb::object type =
    nb::steal(PyErr_NewException((std::string("inkray.") + name).c_str(), bases.ptr(), nullptr));
  module.attr(name) = type;
  return type;
}

void bindErrors(nb::module_& module)
{
  using inkray::Aborted;
  using inkray::Error;
  using inkray::InvalidInput;
  using inkray::OutOfMemory;
  const nb::object error = newException(module, "Error", PyExc_RuntimeError);
  newException(module, "InvalidInput", nb::make_tuple(error, nb::handle(PyExc_ValueError)));
  newException(module, "OutOfMemory", nb::make_tuple(error, nb::handle(PyExc_MemoryError)));
  newException(module, "Aborted", error);
  nb::register_exception_translator(
    [](const std::exception_ptr& raised, void* payload) {
      const nb::handle types(static_cast<PyObject*>(payload));
      const auto raise = [&](const char* name, const std::exception& e) {
        PyErr_SetString(nb::object(types.attr(name)).ptr(), e.what());
      };
      try
      {
        std::rethrow_exception(raised);
      }
      catch (const InvalidInput& e)
      {
        raise("InvalidInput", e);
      }
      catch (const OutOfMemory& e)
      {
        raise("OutOfMemory", e);
      }
      catch (const Aborted& e)
      {
        raise("Aborted", e);
      }
      catch (const Error& e)
      {
        raise("Error", e);
      }
    },
    module.ptr());
}

void bindDevices(nb::module_& module)
{
  using inkray::DeviceKind;
  nb::enum_<DeviceKind>(module, "DeviceKind")
    .value("auto", DeviceKind::Auto)
    .value("cuda", DeviceKind::CUDA)
    .value("cpu", DeviceKind::CPU);
  const auto described = [](const inkray::DeviceInfo& info) {
    return nb::make_tuple(info.available, info.available ? info.name : info.reason);
  };
  module.def(
    "cuda_device", [=] { return described(inkray::cudaDevice()); },
    nb::sig("def cuda_device() -> tuple[bool, str]"),
    "Whether there is an NVIDIA GPU to draw on, and its name, or why there is none.");
  module.def(
    "cuda_devices",
    [=] {
      nb::list all;
      for (int ordinal = 0; ordinal < inkray::numCudaDevices(); ++ordinal)
        all.append(described(inkray::cudaDevice(ordinal)));
      return all;
    },
    nb::sig("def cuda_devices() -> list[tuple[bool, str]]"),
    "For each NVIDIA GPU of this machine, by number: whether it can draw, and its name or why not.");
}

void bindShading(nb::module_& module)
{
  using inkray::Isosurface;
  using inkray::SurfaceLight;
  using inkray::SurfaceMaterial;
  using inkray::python::bindArray;
  auto surface = nb::class_<Isosurface>(module, "Surface")
                   .def(nb::init<>())
                   .def_rw("value", &Isosurface::value)
                   .def_rw("opacity", &Isosurface::opacity)
                   .def_rw("keeps_color", &Isosurface::keepsColor);
  bindArray<&Isosurface::color>(surface, "color");
  auto material = nb::class_<SurfaceMaterial>(module, "Material")
                    .def(nb::init<>())
                    .def_rw("ambient", &SurfaceMaterial::ambient)
                    .def_rw("diffuse", &SurfaceMaterial::diffuse)
                    .def_rw("specular", &SurfaceMaterial::specular)
                    .def_rw("specular_power", &SurfaceMaterial::specularPower);
  bindArray<&SurfaceMaterial::specularColor>(material, "specular_color");
  auto light = nb::class_<SurfaceLight>(module, "Light")
                 .def(nb::init<>())
                 .def_rw("positional", &SurfaceLight::positional)
                 .def_rw("cone_cosine", &SurfaceLight::coneCosine)
                 .def_rw("exponent", &SurfaceLight::exponent);
  bindArray<&SurfaceLight::diffuse>(light, "diffuse");
  bindArray<&SurfaceLight::specular>(light, "specular");
  bindArray<&SurfaceLight::direction>(light, "direction");
  bindArray<&SurfaceLight::position>(light, "position");
  bindArray<&SurfaceLight::attenuation>(light, "attenuation");
}

/// Rows of scalar, red, green, blue and opacity.
using FunctionRows = std::vector<std::array<double, 5>>;

FunctionRows withFewerRows(const FunctionRows& rows, double tolerance)
{
  std::vector<inkray::FunctionKnot> knots;
  for (const auto& [scalar, red, green, blue, opacity] : rows)
    knots.push_back({ scalar, { red, green, blue, opacity } });
  FunctionRows fewer;
  for (const auto& [scalar, value] : inkray::withFewerKnots(knots, tolerance))
    fewer.push_back({ scalar, value[0], value[1], value[2], value[3] });
  return fewer;
}

} // namespace

NB_MODULE(_kernels, module)
{
  nb::set_leak_warnings(false); // windows that are open when Python ends keep what they draw
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&inkray::python::ReleasedGil::endAll));
  module.attr("version") = INKRAY_VERSION;
  bindErrors(module);
  bindDevices(module);
  bindShading(module);
  inkray::python::bindCallback(module);
  inkray::python::bindVolumeCaster(module);
  inkray::python::bindTetCaster(module);
  inkray::python::bindGridCaster(module);
  inkray::python::bindIsosurfaceCaster(module);
  module.def("with_fewer_knots", &withFewerRows, nb::arg("rows"), nb::arg("tolerance"));
  module.def("describe", &inkray::python::describe, nb::arg("array"));
  module.def("copy_to_host", &inkray::python::copyToHost, nb::arg("array"), nb::arg("name"));
  module.def("view_on_host", &inkray::python::viewOnHost, nb::arg("array"));
  module.def("cut_cells", &inkray::python::cutCells, nb::arg("points").noconvert(),
    nb::arg("offsets").noconvert(), nb::arg("connectivity").noconvert(), nb::arg("types").noconvert(),
    nb::arg("bytes_per_tet") = 0);
  module.def("free_memory", &inkray::freeHostMemory,
    "Bytes of the host's memory that this process may still take; 0: the system does not tell.");
}
