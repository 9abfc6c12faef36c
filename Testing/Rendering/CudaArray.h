// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkGenericDataArray.h"
#include "vtkObjectFactory.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

/// The memory of a device: cudaMalloc's, or in a program with FakeDevice.cxx that of a device that is none.
struct DeviceBlock
{
  DeviceBlock(const void* bytes, std::size_t size);
  ~DeviceBlock();
  DeviceBlock(const DeviceBlock&) = delete;
  DeviceBlock& operator=(const DeviceBlock&) = delete;
  void* Data = nullptr;
};

/// Have the device be there or not from now on. False: it is a real one, which stays.
bool SetDeviceIsThere(bool isThere);

/// How often values of a CudaArray were looked at on the host.
inline std::atomic<long> HostAccesses{ 0 };

/// An array whose values live on a device, and on the host for those who ask: each access there is counted.
/// Ranges are known, as VTK's arrays of this kind find them on the device.
template <class T>
class CudaArray : public vtkGenericDataArray<CudaArray<T>, T>
{
  using Base = vtkGenericDataArray<CudaArray<T>, T>;

public:
  vtkTemplateTypeMacro(CudaArray<T>, Base);
  static CudaArray* New() { VTK_STANDARD_NEW_BODY(CudaArray<T>); }

  /// A copy of any array of this type.
  static vtkSmartPointer<CudaArray> Of(vtkDataArray* array)
  {
    auto made = vtkSmartPointer<CudaArray>::New();
    made->SetName(array->GetName());
    made->SetNumberOfComponents(array->GetNumberOfComponents());
    for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
    {
      for (int c = 0; c < array->GetNumberOfComponents(); ++c)
      {
        made->Values.push_back(static_cast<T>(array->GetComponent(i, c)));
      }
    }
    made->Size = static_cast<vtkIdType>(made->Values.size());
    made->MaxId = made->Size - 1;
    made->Block = std::make_unique<DeviceBlock>(made->Values.data(), made->Values.size() * sizeof(T));
    return made;
  }

  vtkDataArray::MemorySpace GetMemorySpace() override { return vtkDataArray::CudaDeviceMemory; }
  void* GetDeviceVoidPointer(vtkIdType i) override { return static_cast<T*>(this->Block->Data) + i; }

  T GetValue(vtkIdType i) const
  {
    ++HostAccesses;
    return this->Values[i];
  }
  void SetValue(vtkIdType i, T value) { this->Values[i] = value; }
  void GetTypedTuple(vtkIdType tuple, T* values) const
  {
    ++HostAccesses;
    std::copy_n(this->Values.begin() + tuple * this->NumberOfComponents, this->NumberOfComponents, values);
  }
  void SetTypedTuple(vtkIdType tuple, const T* values)
  {
    std::copy_n(values, this->NumberOfComponents, this->Values.begin() + tuple * this->NumberOfComponents);
  }
  T GetTypedComponent(vtkIdType tuple, int c) const
  {
    return this->GetValue(tuple * this->NumberOfComponents + c);
  }
  void SetTypedComponent(vtkIdType tuple, int c, T value)
  {
    this->Values[tuple * this->NumberOfComponents + c] = value;
  }
  void* GetVoidPointer(vtkIdType i) override
  {
    ++HostAccesses;
    return this->Values.data() + i;
  }

protected:
  bool AllocateTuples(vtkIdType) { return false; }
  bool ReallocateTuples(vtkIdType) { return false; }
  bool ComputeScalarRange(double* ranges, const unsigned char*, unsigned char) override
  {
    for (int c = 0; c < this->NumberOfComponents; ++c)
    {
      ranges[2 * c] = ranges[2 * c + 1] = static_cast<double>(this->Values[c]);
      for (std::size_t i = c; i < this->Values.size(); i += this->NumberOfComponents)
      {
        ranges[2 * c] = std::min(ranges[2 * c], static_cast<double>(this->Values[i]));
        ranges[2 * c + 1] = std::max(ranges[2 * c + 1], static_cast<double>(this->Values[i]));
      }
    }
    return true;
  }
  bool ComputeFiniteScalarRange(double* ranges, const unsigned char* ghosts, unsigned char toSkip) override
  {
    return this->ComputeScalarRange(ranges, ghosts, toSkip);
  }

private:
  friend Base;
  std::vector<T> Values;
  std::unique_ptr<DeviceBlock> Block;
};
