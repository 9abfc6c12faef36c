// SPDX-License-Identifier: BSD-3-Clause
#include "ArrayInput.h"

#include "Core/Errors.h"
#include "Device/DeviceArrays.h"
#include "ReleasedGil.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace inkray::python
{
namespace
{

[[noreturn]] void refuse(const char* name, const std::string& why)
{
  throw InvalidInput(std::string(name) + ": " + why);
}

bool isOnCuda(const Array& array)
{
  return array.device_type() == nanobind::device::cuda::value ||
    array.device_type() == nanobind::device::cuda_managed::value;
}

bool isContiguous(const Array& array)
{
  std::int64_t expected = 1;
  for (std::size_t i = array.ndim(); i-- > 0;)
  {
    if (array.shape(i) > 1 && array.stride(i) != expected)
      return false;
    expected *= static_cast<std::int64_t>(array.shape(i));
  }
  return true;
}

} // namespace

MemorySpace memoryOf(const Array& array)
{
  return isOnCuda(array) ? MemorySpace::Cuda : MemorySpace::Host;
}

nanobind::tuple describe(const Array& array)
{
  nanobind::list shape;
  for (std::size_t i = 0; i < array.ndim(); ++i)
    shape.append(array.shape(i));
  const auto [code, bits, lanes] = array.dtype();
  return nanobind::make_tuple(
    nanobind::tuple(shape), static_cast<int>(code), static_cast<int>(bits) * lanes, isContiguous(array));
}

nanobind::object copyToHost(const Array& array, const std::string& name)
{
  checkArray(array, name.c_str());
  std::vector<std::size_t> shape;
  for (std::size_t i = 0; i < array.ndim(); ++i)
    shape.push_back(array.shape(i));
  const std::size_t bytes = array.nbytes();
  std::unique_ptr<char[]> copy(new char[bytes]);
  {
    const ReleasedGil released;
    checkDeviceArray(array.data(), bytes, array.itemsize(), anyCudaDevice, name);
    copyDeviceArray(copy.get(), array.data(), bytes, name);
  }
  char* const p = copy.release();
  const nanobind::capsule owner(p, [](void* data) noexcept { delete[] static_cast<char*>(data); });
  return nanobind::cast(nanobind::ndarray<nanobind::numpy>(
    p, shape.size(), shape.data(), owner, nullptr, array.dtype(), nanobind::device::cpu::value));
}

nanobind::object viewOnHost(const Array& array)
{
  if (array.device_type() != nanobind::device::cpu::value)
    throw InvalidInput("the capsule is of an array on a device; give the array itself");
  return nanobind::cast(nanobind::ndarray<nanobind::numpy, nanobind::ro>(array));
}

ValueType checkArray(const Array& array, const char* name)
{
  if (!array.is_valid())
    refuse(name, "there is no array");
  if (array.device_type() != nanobind::device::cpu::value &&
    array.device_type() != nanobind::device::cuda_host::value && !isOnCuda(array))
    refuse(name, "the array is neither in host memory nor on a CUDA device; copy it to either first");
  if (!isContiguous(array))
    refuse(name, "the numbers of the array are not one after the other in memory");
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

ValueType checkHostArray(const Array& array, const char* name)
{
  if (array.is_valid() && isOnCuda(array))
    refuse(name, "the array is on a CUDA device; copy it to host memory first");
  return checkArray(array, name);
}

Field makeField(const Array& values, const char* name, int component, bool perCell)
{
  Field field;
  field.type = checkArray(values, name);
  const std::size_t last = values.ndim() - 1;
  if (last > 3)
    refuse(name, "an array of one to four dimensions is needed");
  field.values = values.data();
  field.memory = memoryOf(values);
  field.numComponents = last % 2 == 1 ? static_cast<int>(values.shape(last)) : 1;
  field.numTuples = 1;
  for (std::size_t i = 0; i < last + 1 - last % 2; ++i)
    field.numTuples *= static_cast<std::int64_t>(values.shape(i));
  field.component = component;
  field.association = perCell ? Association::Cells : Association::Points;
  return field;
}

VolumeInput makeGrid(const std::array<std::int64_t, 3>& dimensions, const std::array<double, 16>& indexToMesh,
  const GridCoordinates& coordinates)
{
  VolumeInput grid;
  std::copy(dimensions.begin(), dimensions.end(), grid.dimensions);
  std::copy(indexToMesh.begin(), indexToMesh.end(), grid.indexToMesh);
  for (std::size_t axis = 0; coordinates && axis < 3; ++axis)
  {
    if (static_cast<std::int64_t>((*coordinates)[axis].size()) != dimensions[axis])
      refuse("coordinates", "one for each grid point along each axis is needed");
    grid.coordinates[axis] = (*coordinates)[axis].data();
  }
  return grid;
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
  mesh.pointMemory = memoryOf(points);
  mesh.connectivityMemory = memoryOf(tets);
  mesh.numPoints = static_cast<std::int64_t>(points.shape(0));
  mesh.connectivity = tets.data();
  mesh.numTets = static_cast<std::int64_t>(tets.shape(0));
  return mesh;
}

} // namespace inkray::python
