// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "vtkGenericDataArray.h"
#include "vtkObjectFactory.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

/// A block of device memory: from cudaMalloc, or host memory in a program with FakeDevice.cxx.
struct DeviceBlock
{
  DeviceBlock(const void* bytes, std::size_t size);
  ~DeviceBlock();
  DeviceBlock(const DeviceBlock&) = delete;
  DeviceBlock& operator=(const DeviceBlock&) = delete;
  void Read(void* to, std::size_t size) const;
  void* Data = nullptr;
  std::size_t Size = 0;
};

/// Set whether pointers of vtkDataArray::GetDeviceVoidPointer() belong to the current device from now on.
/// Returns false if there is one real device, which is always the current one.
bool SetDeviceIsCurrent(bool isCurrent);

/// Set whether the device is available from now on. Returns false for a real device, which stays available.
bool SetDeviceIsThere(bool isThere);

/// How often a value of a CudaArray was read or written on the host.
inline std::atomic<long> HostAccesses{ 0 };

/// How often a CudaArray was asked for its device pointer, and how often two threads brought one array to the
/// host at the same time.
inline std::atomic<long> DeviceRequests{ 0 };
inline std::atomic<long> Races{ 0 };

/// How often the program asked the fake device whether it is available.
inline std::atomic<long> DeviceQuestions{ 0 };

/// An array whose values live on a device, with a copy on the host. Each access to the copy is counted.
/// Ranges of values are known at once, as VTK finds them on the device for arrays of this kind.
///
/// An array with Moves set is in one place at a time, as vtkmDataArray is. A request for its device pointer
/// brings it to the device, and an access on the host brings it to the host. The memory that it leaves is
/// filled with garbage and freed.
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

  vtkDataArray::MemorySpace GetMemorySpace() override
  {
    this->Ask();
    return this->IsLost ? vtkDataArray::HostMemory : vtkDataArray::CudaDeviceMemory;
  }
  void* GetDeviceVoidPointer(vtkIdType i) override
  {
    this->Ask();
    return static_cast<T*>(this->Block->Data) + i;
  }

  bool Moves = false;
  bool Throws = false; ///< throw when asked for the device pointer, as Viskores does without memory
  bool IsLost = false; ///< the device is lost: the array says that it lives on the host

  T GetValue(vtkIdType i) const
  {
    this->Look();
    return this->Values[i];
  }
  void SetValue(vtkIdType i, T value)
  {
    this->Look();
    this->Values[i] = value;
  }
  void GetTypedTuple(vtkIdType tuple, T* values) const
  {
    this->Look();
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
    this->Look();
    return this->Values.data() + i;
  }

protected:
  bool AllocateTuples(vtkIdType) { return false; }
  bool ReallocateTuples(vtkIdType) { return false; }
  bool ComputeScalarRange(double* ranges, const unsigned char*, unsigned char) override
  {
    std::vector<T> onDevice(this->Block ? static_cast<std::size_t>(this->Size) : 0);
    if (this->Block)
    {
      this->Block->Read(onDevice.data(), onDevice.size() * sizeof(T));
    }
    const std::vector<T>& values = this->Block ? onDevice : this->Values;
    for (int c = 0; c < this->NumberOfComponents; ++c)
    {
      ranges[2 * c] = ranges[2 * c + 1] = static_cast<double>(values[c]);
      for (std::size_t i = c; i < values.size(); i += this->NumberOfComponents)
      {
        ranges[2 * c] = std::min(ranges[2 * c], static_cast<double>(values[i]));
        ranges[2 * c + 1] = std::max(ranges[2 * c + 1], static_cast<double>(values[i]));
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

  void Ask()
  {
    ++DeviceRequests;
    if (this->Throws)
    {
      throw std::runtime_error("the device has no memory");
    }
    if (this->Moves && !this->Block && !this->IsLost)
    {
      this->Block = std::make_unique<DeviceBlock>(this->Values.data(), this->Values.size() * sizeof(T));
      std::memset(this->Values.data(), 0xff, this->Values.size() * sizeof(T));
      std::vector<T>().swap(this->Values);
      this->IsOnHost = false;
    }
  }

  void Look() const
  {
    ++HostAccesses;
    if (!this->Moves || this->IsOnHost)
    {
      return;
    }
    Races += this->Movers++ > 0 ? 1 : 0;
    {
      const std::lock_guard<std::mutex> lock(this->Moving);
      if (!this->IsOnHost)
      {
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // so that other threads reach this place
                                                                    // too
        this->Values.resize(static_cast<std::size_t>(this->Size));
        this->Block->Read(this->Values.data(), this->Values.size() * sizeof(T));
        this->Block.reset();
        this->IsOnHost = true;
      }
    }
    --this->Movers;
  }

  mutable std::vector<T> Values;
  mutable std::unique_ptr<DeviceBlock> Block; // of an array that Moves: null while it is on the host
  mutable std::atomic<bool> IsOnHost{ false };
  mutable std::atomic<int> Movers{ 0 };
  mutable std::mutex Moving;
};
