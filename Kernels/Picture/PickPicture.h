// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/HostPages.h"
#include "Picture/Picks.h"
#include "Picture/RayEnds.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace inkray
{

/// The picks of a picture in the memory of a backend. They take memory only while rays are cast.
template <class Backend>
class PickPicture
{
public:
  explicit PickPicture(Backend& backend)
    : backend_(backend)
    , ends_(backend)
  {
  }

  /// Pick in an image of numPixels pixels, of data with numCells cells. cast(part) casts the rays of view()
  /// through all of the data; `part` observes its share of the work. With `isTwice`, rays go twice: cells are
  /// marked for their share of a sum, which is known only after the first time. `withMemory(work)` does work
  /// that takes memory. Throws InvalidInput, also for more cells than have a number of 32 bits, and the
  /// errors of the two functions.
  template <class WithMemory, class Cast>
  PickedCells draw(std::int64_t numPixels, std::int64_t numCells, const PickRequest& request,
    const PictureOptions& options, bool isTwice, const WithMemory& withMemory, const Cast& cast)
  {
    if (!(request.opacity >= 0.0f && request.opacity <= 1.0f))
      throw InvalidInput("the opacity at which a cell is picked is not between 0 and 1");
    if (!(request.share > 0.0f && request.share <= 1.0f))
      throw InvalidInput("the share of a pixel that is visible is not above 0 and at most 1");
    if (numCells >= std::int64_t(noCell))
      throw InvalidInput("cells can be selected among at most " + std::to_string(noCell - 1) +
        "; select in a part of the data");
    struct Memory
    {
      PickPicture& picks;
      ~Memory() { picks.release(); }
    } const memory = { *this };
    withMemory([&] { this->reserve(numPixels, numCells, request); });
    this->begin(request);
    isTwice = isTwice && request.pixels;
    for (int round = 0; round < (isTwice ? 2 : 1); ++round)
    {
      view_.isSecond = round > 0;
      const float* const stops = ends_.onDevice(options);
      backend_.forEach(numPixels_, LimitPicks{ request.pixels ? asked_.data() : nullptr, stops, view_.ends });
      WorkObserver part = options;
      if (isTwice && options.progress)
        part.progress = [&options, round](double done) { options.progress(0.5 * (round + done)); };
      cast(part);
    }
    return this->found(request);
  }

  const PickView& view() const { return view_; }
  /// The view for a block. `cells` maps each cell of the block to a cell of the whole data.
  const PickView& viewOf(const PagedVector<std::uint32_t>& cells)
  {
    names_.assign(backend_, cells);
    view_.names = names_.data();
    return view_;
  }
  /// Whether any ray reaches a block in these pixels.
  bool isOpen(const BoxPixels& seen, int imageWidth) { return ends_.isOpen(seen, imageWidth); }

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  void reserve(std::int64_t numPixels, std::int64_t numCells, const PickRequest& request)
  {
    numPixels_ = numPixels;
    numCells_ = request.pixels ? numCells : 0;
    rays_.reserve(backend_, numPixels);
    ends_.reserve(numPixels);
    cells_.reserve(backend_, numPixels);
    depths_.reserve(backend_, numPixels);
    if (!request.pixels)
      return;
    asked_.reserve(backend_, numPixels);
    marks_.reserve(backend_, numCells);
  }
  void release()
  {
    rays_.release();
    ends_.release();
    cells_.release();
    depths_.release();
    asked_.release();
    marks_.release();
    names_.release();
  }
  void begin(const PickRequest& request)
  {
    view_ = { request.opacity, request.share, rays_.data(), ends_.data(), cells_.data(), depths_.data(),
      nullptr, false, nullptr };
    if (request.light)
      backend_.copyFromHost(
        depths_.data(), request.light, static_cast<std::size_t>(numPixels_) * sizeof(float));
    backend_.forEach(
      numPixels_, BeginPicks{ request.light != nullptr, view_.rays, view_.cells, view_.depths });
    if (!request.pixels)
      return;
    backend_.copyFromHost(asked_.data(), request.pixels, static_cast<std::size_t>(numPixels_));
    backend_.zero(marks_.data(), static_cast<std::size_t>(numCells_));
    view_.marks = marks_.data();
  }
  PickedCells found(const PickRequest& request)
  {
    PickedCells found;
    const auto toHost = [this](auto& to, const auto* from, std::int64_t number) {
      to.resize(static_cast<std::size_t>(number));
      backend_.copyToHost(to.data(), from, to.size() * sizeof to[0]);
    };
    toHost(found.cells, view_.cells, numPixels_);
    toHost(found.depths, view_.depths, numPixels_);
    if (!request.pixels)
      return found;
    backend_.forEach(numPixels_, TakeLight{ view_.rays, view_.ends });
    toHost(found.light, view_.ends, numPixels_);
    std::vector<std::uint8_t> marks;
    toHost(marks, view_.marks, numCells_);
    for (std::size_t cell = 0; cell < marks.size(); ++cell)
      if (marks[cell])
        found.visible.push_back(static_cast<std::uint32_t>(cell));
    return found;
  }

  Backend& backend_;
  std::int64_t numPixels_ = 0, numCells_ = 0;
  PickView view_ = {};
  RayEnds<Backend> ends_;
  Array<PickingRay> rays_;
  Array<std::uint32_t> cells_, names_;
  Array<float> depths_;
  Array<std::uint8_t> asked_, marks_;
};

} // namespace inkray
