// SPDX-License-Identifier: BSD-3-Clause
#include "ArrayInput.h"

#include "Core/Errors.h"

namespace inkray::python
{
namespace
{

[[noreturn]] void refuse(const char* name, const std::string& why)
{
  throw InvalidInput(std::string(name) + ": " + why);
}

} // namespace

nanobind::object viewOnHost(const Array& array)
{
  if (array.device_type() != nanobind::device::cpu::value)
    throw InvalidInput("the array is on a device; copy it to host memory first");
  return nanobind::cast(nanobind::ndarray<nanobind::numpy, nanobind::ro>(array));
}

ValueType checkArray(const Array& array, const char* name)
{
  if (!array.is_valid())
    refuse(name, "there is no array");
  if (array.device_type() != nanobind::device::cpu::value)
    refuse(name, "the array is not in host memory; copy it there first");
  std::int64_t expected = 1;
  for (std::size_t i = array.ndim(); i-- > 0;)
  {
    if (array.shape(i) > 1 && array.stride(i) != expected)
      refuse(name, "the numbers of the array are not one after the other in memory");
    expected *= static_cast<std::int64_t>(array.shape(i));
  }
  const auto [code, bits, lanes] = array.dtype();
  const auto is = [code = code, bits = bits](nanobind::dlpack::dtype_code wanted, int width) {
    return code == static_cast<std::uint8_t>(wanted) && bits == width;
  };
  using Code = nanobind::dlpack::dtype_code;
  if (lanes == 1)
  {
    if (is(Code::Float, 32))
      return ValueType::Float32;
    if (is(Code::Float, 64))
      return ValueType::Float64;
    if (is(Code::Int, 8))
      return ValueType::Int8;
    if (is(Code::UInt, 8))
      return ValueType::UInt8;
    if (is(Code::Int, 16))
      return ValueType::Int16;
    if (is(Code::UInt, 16))
      return ValueType::UInt16;
    if (is(Code::Int, 32))
      return ValueType::Int32;
    if (is(Code::UInt, 32))
      return ValueType::UInt32;
    if (is(Code::Int, 64))
      return ValueType::Int64;
    if (is(Code::UInt, 64))
      return ValueType::UInt64;
  }
  refuse(name, "numbers of this type cannot be read; give float32, float64 or integers of 8 to 64 bits");
}

Field makeField(const Array& values, const char* name, int component, bool perCell)
{
  Field field;
  field.type = checkArray(values, name);
  if (values.ndim() != 1 && values.ndim() != 2)
    refuse(name, "an array of one or two dimensions is needed");
  field.values = values.data();
  field.numTuples = static_cast<std::int64_t>(values.shape(0));
  field.numComponents = values.ndim() == 2 ? static_cast<int>(values.shape(1)) : 1;
  field.component = component;
  field.association = perCell ? Association::Cells : Association::Points;
  return field;
}

TetMeshInput makeMesh(const Array& points, const Array& tets)
{
  TetMeshInput mesh;
  mesh.pointType = checkArray(points, "points");
  mesh.connectivityType = checkArray(tets, "cells");
  if (points.ndim() != 2 || points.shape(1) != 3 ||
    (mesh.pointType != ValueType::Float32 && mesh.pointType != ValueType::Float64))
    refuse("points", "n x 3 numbers of float32 or float64 are needed");
  if (tets.ndim() != 2 || tets.shape(1) != 4 ||
    (mesh.connectivityType != ValueType::Int32 && mesh.connectivityType != ValueType::Int64))
    refuse("cells", "n x 4 numbers of int32 or int64 are needed");
  mesh.points = points.data();
  mesh.numPoints = static_cast<std::int64_t>(points.shape(0));
  mesh.connectivity = tets.data();
  mesh.numTets = static_cast<std::int64_t>(tets.shape(0));
  return mesh;
}

} // namespace inkray::python
