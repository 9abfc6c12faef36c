// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ElapsedTime.h"
#include "Core/FunctionReference.h"
#include "Device/DeviceArrays.h"
#include "Geometry/Mesh/HostArrays.h"
#include "Renderers/MeshVolume/Devices/DeviceShares.h"
#include "Renderers/MeshVolume/VolumeRayCasterImpl.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace inkray
{

/// A ray caster on several devices of one backend. Each device has a `Caster` (VolumeRayCasterImpl) for any
/// kind of cells and all data, and casts some bands of rows of each picture. The result is bit for bit that
/// of one device. Shares of the rows follow the times of earlier frames. Pictures are gathered on the first
/// device, which alone merges, picks and counts. If another device fails or runs out of memory, it gets no
/// more work, and the rest draw (CasterState::devices). Classes for a kind of cells derive from this class.
///
/// If the first device fails, its error is thrown: the caller has to give up the caster. Arrays on a CUDA
/// device are copied to the others through the host. Observers follow the first device's work. A frame casts
/// all rays, even if sparse rays were requested. Timings are those of the slowest device; memory and
/// statistics are sums.
template <class Caster>
class OnDevices : public Caster::Face
{
public:
  using OfDevice = Caster;
  using Face = typename Caster::Face;

  /// Each device may take `memoryLimit` bytes. The first one must be available.
  OnDevices(const std::vector<DeviceInfo>& devices, std::size_t memoryLimit)
    : casters_(devices.size())
    , rows_(devices.size())
    , work_(devices.size())
    , shares_(devices.size())
  {
    for (std::size_t d = 0; d < devices.size(); ++d)
    {
      work_[d] = { devices[d].id, devices[d].name, 0, 0, {} };
      if (devices[d].available)
      {
        casters_[d] = std::make_unique<Caster>(devices[d], memoryLimit);
        if constexpr (Backend::isDevice)
          connectCudaDevices(devices[d].id.ordinal, devices.front().id.ordinal);
      }
      else
        this->giveUp(d, devices[d].reason);
    }
  }

  void update(const MeshLook& look) override
  {
    std::vector<std::vector<char>> copies; // of arrays on a device, for the others
    copies.reserve(TakenFields::most);
    MeshFields inHost = look.fields;
    if (Backend::isDevice && !this->isAlone())
      this->first().takenFields().forEachNew(inHost, [&copies](Field& field) {
        copies.emplace_back();
        field = fieldInHost(field, copies.back());
      });
    this->forAll([&](std::size_t d, Caster& caster) {
      caster.updateFields(d == 0 ? look.fields : inHost);
      caster.updateStyle(look.style);
    });
  }

  CasterState state() const override;
  void draw(const Camera& camera, const FrameOptions& options, bool onDevice) override;
  MeshPictures pictures() const override { return this->first().pictures(); }
  void developFilms(const float* films, int width, int height, const FrameOptions& options) override
  {
    this->first().developFilms(films, width, height, options);
  }
  void developInPlace(float* films, int width, int height, const FrameOptions& options) override
  {
    this->first().developInPlace(films, width, height, options);
  }
  std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) override
  {
    return std::make_unique<typename Caster::Source>(this->first(), *this, camera, options);
  }
  std::int64_t numRays() const override;

protected:
  Caster& first() { return *casters_.front(); }
  const Caster& first() const { return *casters_.front(); }
  bool isAlone() const
  {
    return std::none_of(
      casters_.begin() + 1, casters_.end(), [](const auto& caster) { return caster != nullptr; });
  }
  /// Call act(d, caster) for all devices at the same time, for the first one on this thread. Throws
  /// exceptions of the first device, and gives up other devices that throw. Returns whether all devices have
  /// succeeded.
  bool forAll(FunctionReference<void(std::size_t, Caster&)> act)
  {
    std::vector<std::future<void>> others(casters_.size());
    for (std::size_t d = 1; d < casters_.size(); ++d)
      if (casters_[d])
        others[d] = std::async(std::launch::async, [act, d, caster = casters_[d].get()] { act(d, *caster); });
    std::exception_ptr failure;
    try
    {
      act(std::size_t(0), this->first());
    }
    catch (...)
    {
      failure = std::current_exception();
    }
    bool isWhole = true;
    for (std::size_t d = 1; d < casters_.size(); ++d)
      if (others[d].valid())
      {
        try
        {
          others[d].get();
        }
        catch (const std::exception& error)
        {
          // If the first device refuses a call, too, the device is not at fault.
          if (!failure)
            this->giveUp(d, error.what());
          isWhole = false;
        }
      }
    if (failure)
      std::rethrow_exception(failure);
    return isWhole;
  }

private:
  using Backend = typename Caster::OfBackend;

  /// Whether a device other than the first drew rows of the last frame.
  bool hasRows(std::size_t d) const
  {
    return casters_[d] && this->first().frame().hasBands() && work_[d].share > 0;
  }

  void giveUp(std::size_t d, const std::string& why)
  {
    rows_[d] = Rows();
    casters_[d].reset();
    shares_.drop(d);
    work_[d].share = work_[d].milliseconds = 0;
    work_[d].problem = why;
  }

  /// The rows of another device on their way to the first: packed there, and here.
  struct Rows
  {
    Buffer<Float4, Backend> sent, arrived;
    Buffer<float, Backend> sentDepth, arrivedDepth;
    BandPixels<Backend> pixels; ///< on the first device
  };
  void pack(Caster& caster, Rows& rows);
  void gather(const std::vector<RowBands>& bands, const Camera& camera);

  std::vector<std::unique_ptr<Caster>> casters_; ///< null: given up
  std::vector<Rows> rows_;                       ///< of each device
  std::vector<DeviceWork> work_;
  DeviceShares shares_;
};

template <class Caster>
CasterState OnDevices<Caster>::state() const
{
  CasterState all = this->first().state();
  all.sparse = SparseReport();
  all.devices = work_;
  for (std::size_t d = 1; d < casters_.size(); ++d)
  {
    if (!casters_[d])
      continue;
    const CasterState own = casters_[d]->state();
    all.deviceName += " + " + own.deviceName;
    all.memory.resident += own.memory.resident;
    all.memory.frame += own.memory.frame;
    all.memory.setupPeak += own.memory.setupPeak;
    if (!this->hasRows(d))
      continue;
    all.statistics += own.statistics;
    TetRayCastTimings& longest = all.timings;
    longest.adjacency = std::max(longest.adjacency, own.timings.adjacency);
    longest.upload = std::max(longest.upload, own.timings.upload);
    longest.camera = std::max(longest.camera, own.timings.camera);
    longest.lists = std::max(longest.lists, own.timings.lists);
    longest.cast = std::max(longest.cast, own.timings.cast);
    longest.present = std::max(longest.present, own.timings.present);
  }
  return all;
}

template <class Caster>
void OnDevices<Caster>::draw(const Camera& camera, const FrameOptions& options, bool onDevice)
{
  checkFrame(camera, options);
  std::atomic<bool> isAborted{ false };
  const std::int32_t numBands = (camera.height + DeviceShares::bandHeight - 1) / DeviceShares::bandHeight;
  for (;;)
  {
    const std::vector<RowBands> bands = shares_.bands(camera.height);
    const bool isWhole = this->forAll([&](std::size_t d, Caster& caster) {
      const ElapsedTime time;
      work_[d].share = double(bands[d].drawn.size()) / numBands;
      work_[d].milliseconds = 0;
      if (d > 0 && bands[d].drawn.empty())
        return;
      FrameOptions own = options;
      own.sparse = SparseRays();
      own.rows = bands[d];
      if (d == 0)
        own.abortCheck = [&] {
          isAborted = isAborted || (options.abortCheck && options.abortCheck());
          return isAborted.load();
        };
      else
        static_cast<WorkObserver&>(own) = { [&isAborted] { return isAborted.load(); }, {} };
      caster.renderOnDevice(camera, own);
      if (d > 0)
        this->pack(caster, rows_[d]);
      work_[d].milliseconds = time.milliseconds();
    });
    if (isWhole)
    {
      this->gather(bands, camera);
      break;
    }
  }
  if (!onDevice || !Backend::isDevice)
    this->first().present(std::int64_t(camera.width) * camera.height);
  std::vector<double> times(work_.size()); // of the work that grows with the rows
  for (std::size_t d = 0; d < casters_.size(); ++d)
    times[d] = d == 0 || this->hasRows(d) ? casters_[d]->timings().cast : 0;
  shares_.addTimes(times);
}

template <class Caster>
void OnDevices<Caster>::pack(Caster& caster, Rows& rows)
{
  Backend& backend = caster.backend();
  const BandPixels<Backend>& own = caster.frame().bandPixels();
  const auto send = [&](auto& sent, const auto* image) {
    using T = std::decay_t<decltype(*image)>;
    sent.reserve(backend, own.count());
    backend.forEach(own.count(), PackPixels<T>{ own.pixels(), image, sent.data() });
  };
  send(rows.sent, caster.frame().picture());
  if (caster.frame().depth())
    send(rows.sentDepth, caster.frame().depth());
  backend.synchronize();
}

/// Gather the rows that other devices have cast, next to the rows of the first device.
template <class Caster>
void OnDevices<Caster>::gather(const std::vector<RowBands>& bands, const Camera& camera)
{
  Caster& to = this->first();
  Backend& backend = to.backend();
  for (std::size_t d = 1; d < casters_.size(); ++d)
  {
    if (!casters_[d] || bands[d].drawn.empty())
      continue;
    Rows& rows = rows_[d];
    rows.pixels.find(backend, bands[d], camera.width, camera.height);
    const std::int64_t count = rows.pixels.count();
    const auto take = [&](auto& arrived, const auto& sent, auto* image) {
      using T = std::decay_t<decltype(*image)>;
      arrived.reserve(backend, count);
      backend.copyFrom(
        casters_[d]->backend(), arrived.data(), sent.data(), static_cast<std::size_t>(count) * sizeof(T));
      backend.forEach(count, UnpackPixels<T>{ rows.pixels.pixels(), arrived.data(), image });
    };
    take(rows.arrived, rows.sent, to.frame().picture());
    if (to.frame().depth())
      take(rows.arrivedDepth, rows.sentDepth, to.frame().depth());
  }
  backend.synchronize();
}

template <class Caster>
std::int64_t OnDevices<Caster>::numRays() const
{
  std::int64_t all = this->first().numRays();
  for (std::size_t d = 1; d < casters_.size(); ++d)
    if (this->hasRows(d))
      all += casters_[d]->numRays();
  return all;
}

/// Make a caster on one device, or `Several` on more.
template <class Several>
std::unique_ptr<typename Several::Face> makeOnDevices(
  const std::vector<DeviceInfo>& devices, std::size_t memoryLimit)
{
  if (devices.size() == 1)
    return std::make_unique<typename Several::OfDevice>(devices.front(), memoryLimit);
  return std::make_unique<Several>(devices, memoryLimit);
}

} // namespace inkray
