// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/RayEnds.h"
#include "Picture/RaySource.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace inkray
{

/// The picture of data in blocks, composited block by block in the memory of a backend.
template <class Backend>
class CompositePicture
{
public:
  explicit CompositePicture(Backend& backend)
    : backend_(backend)
    , ends_(backend)
  {
  }

  void release()
  {
    image_.release();
    ends_.release();
    depth_.release();
    films_.release();
  }
  /// Reserve memory for a picture of `numPixels` pixels.
  void reserve(std::int64_t numPixels)
  {
    numPixels_ = numPixels;
    image_.reserve(backend_, numPixels);
    ends_.reserve(numPixels);
  }
  void reserveFilms() { films_.reserve(backend_, numPixels_); }
  void reserveDepth() { depth_.reserve(backend_, numPixels_); }

  /// Begin a picture without blocks, whose rays end as the options say.
  void begin(const RayOptions& options)
  {
    backend_.forEach(numPixels_, BeginBlocks{ ends_.onDevice(options), image_.data(), ends_.data() });
    hasDepth_ = false;
  }
  /// Begin films without blocks, behind the picture's surfaces, whose rays end as the options say. Needs
  /// reserveFilms.
  void beginFilms(const RayOptions& options)
  {
    backend_.forEach(numPixels_,
      BeginFilms{
        ends_.onDevice(options), hasDepth_ ? depth_.data() : nullptr, films_.data(), ends_.data() });
  }
  /// Combine additional films with the present ones: films of the next block behind, or of several sources.
  void addFilms(const std::vector<const Float4*>& films, bool areInOrder, int order)
  {
    for (std::size_t k = 0; k < films.size(); k += CombineFilms::most)
    {
      CombineFilms combine = { {}, 0, areInOrder, order, films_.data() };
      for (; combine.number < CombineFilms::most && k + combine.number < films.size(); ++combine.number)
        combine.own[combine.number] = films[k + combine.number];
      backend_.forEach(numPixels_, combine);
    }
  }
  /// Replace the films by films in host memory.
  void takeFilms(const float* films)
  {
    backend_.copyFromHost(films_.data(), films, static_cast<std::size_t>(numPixels_) * sizeof(Float4));
  }
  /// Make the films the picture.
  void showFilms() { std::swap(image_, films_); }
  Float4* films() { return films_.data(); }
  /// Whether rays reach a block in these pixels.
  bool isOpen(const BoxPixels& seen, int imageWidth) { return ends_.isOpen(seen, imageWidth); }
  /// Window depths at which the rays of the next block stop.
  float* ends() { return ends_.data(); }
  /// Composite another block behind the picture. `depth`: its surfaces' depths, or null; needs reserveDepth.
  void add(const Float4* image, const float* depth, float earlyTermination)
  {
    if (depth && !hasDepth_)
      backend_.forEach(numPixels_, FillDepths{ depth_.data() });
    hasDepth_ = hasDepth_ || depth;
    backend_.forEach(numPixels_,
      CompositeBlock{ image, depth, std::max(earlyTermination, std::numeric_limits<float>::min()),
        image_.data(), depth ? depth_.data() : nullptr, ends_.data() });
  }
  /// Finish the picture, and copy it to the host with `inHost`.
  void present(bool inHost)
  {
    imageInHost_ = inHost ? hostImage_.take(backend_, image_.data(), numPixels_) : nullptr;
    depthInHost_ = inHost && hasDepth_ ? hostDepth_.take(backend_, depth_.data(), numPixels_) : nullptr;
    backend_.synchronize();
  }

  DrawnImage view() const
  {
    return { reinterpret_cast<const float*>(image_.data()), hasDepth_ ? depth_.data() : nullptr };
  }
  const float* image() const { return imageInHost_; }
  const float* depth() const { return depthInHost_; }
  const float* deviceImage() const { return reinterpret_cast<const float*>(image_.data()); }
  const float* deviceDepth() const { return hasDepth_ ? depth_.data() : nullptr; }
  /// The number of pixels whose opacity is above 0.
  std::int64_t count() const
  {
    std::vector<Float4> pixels(static_cast<std::size_t>(image_.empty() ? 0 : numPixels_));
    if (!pixels.empty())
      backend_.copyToHost(pixels.data(), image_.data(), pixels.size() * sizeof(Float4));
    return std::count_if(pixels.begin(), pixels.end(), [](const Float4& pixel) { return pixel.w > 0.0f; });
  }

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  Backend& backend_;
  std::int64_t numPixels_ = 0;
  Array<Float4> image_;
  Array<Float4> films_; ///< for blend modes other than Composite
  Array<float> depth_;
  RayEnds<Backend> ends_;
  bool hasDepth_ = false;
  typename Backend::HostImage hostImage_, hostDepth_;
  const float* imageInHost_ = nullptr;
  const float* depthInHost_ = nullptr;
};

} // namespace inkray
