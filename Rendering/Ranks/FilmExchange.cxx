// SPDX-License-Identifier: BSD-3-Clause
#include "FilmExchange.h"

#include "RayCastRanks.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace
{
enum StageOf
{
  Agreeing,
  OfDepths,
  OfFilms,
  OfColors
};

constexpr double None = std::numeric_limits<double>::max();
constexpr std::int64_t Nothing = std::numeric_limits<std::int64_t>::max();
constexpr int RankBits = 24;

/// A number that is the less, the less the value is, and for equal values the less, the lower the rank is.
std::int64_t Pack(float value, int rank)
{
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  const std::uint32_t order = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(order) << RankBits) | rank;
}

int RankOf(std::int64_t packed)
{
  return static_cast<int>(packed & ((std::int64_t(1) << RankBits) - 1));
}

float ValueOf(std::int64_t packed)
{
  const auto order = static_cast<std::uint32_t>(packed >> RankBits);
  const std::uint32_t bits = order & 0x80000000u ? order & 0x7fffffffu : ~order;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
} // namespace

void FilmExchange::Begin(RayCastRanks* ranks, inkray::BlendMode mode)
{
  this->Ranks = ranks;
  this->Mode = mode;
  this->Stage = Agreeing;
  this->Agreed = Agreement();
}

bool FilmExchange::IsExtreme() const
{
  return this->Mode == inkray::BlendMode::Maximum || this->Mode == inkray::BlendMode::Minimum;
}

std::size_t FilmExchange::GetNumberOfPixels() const
{
  return static_cast<std::size_t>(this->Agreed.Size[0]) * static_cast<std::size_t>(this->Agreed.Size[1]);
}

const FilmExchange::Agreement& FilmExchange::Agree(const Offer& offer, vtkRenderer* renderer)
{
  if (this->Stage > Agreeing)
  {
    return this->Agreed;
  }
  this->Stage = OfDepths;
  std::vector<int> order;
  double place = None;                     // in it
  double first = offer.HasData ? 0 : None; // that, or behind all a rank that is not in it
  if (renderer)
  {
    order = this->Ranks->GetFrontToBack(renderer);
    const int me = this->Ranks->GetRank();
    const auto found = std::find(order.begin(), order.end(), me);
    place = found == order.end() ? None : static_cast<double>(found - order.begin());
    if (offer.HasData)
    {
      first = found == order.end() ? static_cast<double>(order.size()) + me : place;
    }
  }
  // Numbers of which the greatest counts are negated. A rank without a renderer takes no part at all.
  const bool hasRange = offer.HasData && offer.Range[0] <= offer.Range[1];
  double least[] = { offer.HasData ? offer.Size[0] : None, offer.HasData ? offer.Size[1] : None,
    hasRange ? offer.Range[0] : None, hasRange ? -offer.Range[1] : None,
    offer.HasData && offer.HasSurfaces ? -1.0 : 0.0, offer.HasOpaque ? -1.0 : 0.0, first, place,
    place < None ? -place : None };
  this->Ranks->TakeLeast(least, sizeof least / sizeof *least);
  Agreement& agreed = this->Agreed;
  agreed.IsAny = least[0] < None;
  if (!agreed.IsAny)
  {
    return agreed;
  }
  agreed.Size[0] = static_cast<int>(least[0]);
  agreed.Size[1] = static_cast<int>(least[1]);
  if (least[2] < None)
  {
    agreed.Range[0] = least[2];
    agreed.Range[1] = -least[3];
  }
  agreed.HasSurfaces = least[4] < 0;
  agreed.HasOpaque = least[5] < 0;
  const auto at = [&order](double of) {
    const auto i = static_cast<std::size_t>(of);
    return order.empty() ? -1 : i < order.size() ? order[i] : static_cast<int>(i - order.size());
  };
  agreed.First = at(least[6]);
  agreed.Front = at(least[7]);
  agreed.Back = at(-least[8]);
  return agreed;
}

const float* FilmExchange::ShareDepths(const float* window, const float* surfaces)
{
  const bool areAny = this->Agreed.HasOpaque || this->Agreed.HasSurfaces;
  if (this->Stage == OfDepths)
  {
    this->Stage = OfFilms;
    if (areAny)
    {
      const std::size_t number = this->GetNumberOfPixels();
      const int rank = this->Ranks->GetRank();
      std::vector<std::int64_t> nearest(number);
      for (std::size_t i = 0; i < number; ++i)
      {
        const float depth = std::min(window ? window[i] : 1.0f, surfaces ? surfaces[i] : 1.0f);
        nearest[i] = Pack(std::max(depth, 0.0f), rank);
      }
      this->Ranks->TakeLeast(nearest.data(), static_cast<std::int64_t>(number));
      this->Depths.resize(number);
      this->Owners.resize(number);
      for (std::size_t i = 0; i < number; ++i)
      {
        this->Depths[i] = ValueOf(nearest[i]);
        this->Owners[i] = this->Depths[i] < 1.0f ? RankOf(nearest[i]) : -1;
      }
    }
  }
  return areAny ? this->Depths.data() : nullptr;
}

const std::vector<float>& FilmExchange::ShareFilms(const float* films)
{
  if (this->Stage != OfFilms)
  {
    return this->Films;
  }
  this->Stage = OfColors;
  const std::size_t number = this->GetNumberOfPixels();
  films ? this->Films.assign(films, films + 4 * number) : this->Films.assign(4 * number, 0.0f);
  if (!this->IsExtreme())
  {
    this->Ranks->TakeSum(this->Films.data(), static_cast<std::int64_t>(4 * number));
    return this->Films;
  }
  const float sign = this->Mode == inkray::BlendMode::Maximum ? -1.0f : 1.0f;
  const int rank = this->Ranks->GetRank();
  std::vector<std::int64_t> best(number, Nothing);
  for (std::size_t i = 0; films && i < number; ++i)
  {
    best[i] = films[4 * i + 3] > 0 ? Pack(sign * films[4 * i], rank) : Nothing;
  }
  this->Ranks->TakeLeast(best.data(), static_cast<std::int64_t>(number));
  for (std::size_t i = 0; i < number; ++i)
  {
    if (best[i] == Nothing || RankOf(best[i]) != rank)
    {
      this->Films[4 * i + 3] = 0;
    }
  }
  return this->Films;
}

bool FilmExchange::ShowsAt(std::size_t pixel) const
{
  const int rank = this->Ranks->GetRank();
  if (!this->Agreed.HasSurfaces)
  {
    return this->Agreed.Front == rank;
  }
  const int owner = this->Owners[pixel];
  return (owner >= 0 ? owner : this->Agreed.Back) == rank;
}

const std::vector<float>& FilmExchange::ShareColors(const float* colors)
{
  if (this->Stage != OfColors)
  {
    return this->Colors;
  }
  this->Stage = OfColors + 1;
  const std::size_t number = this->GetNumberOfPixels();
  // Of sums all ranks have developed the same, and the first one speaks for them.
  const bool speaks = colors && (this->IsExtreme() || this->Agreed.First == this->Ranks->GetRank());
  speaks ? this->Colors.assign(colors, colors + 4 * number) : this->Colors.assign(4 * number, 0.0f);
  if (this->IsExtreme() || this->Agreed.HasSurfaces || this->Agreed.First != this->Agreed.Front)
  {
    this->Ranks->TakeSum(this->Colors.data(), static_cast<std::int64_t>(4 * number));
  }
  for (std::size_t i = 0; i < number; ++i)
  {
    if (!this->ShowsAt(i))
    {
      std::fill_n(this->Colors.begin() + static_cast<std::ptrdiff_t>(4 * i), 4, 0.0f);
    }
  }
  return this->Colors;
}

void FilmExchange::End()
{
  if (this->Ranks && this->Agree({}, nullptr).IsAny)
  {
    this->ShareDepths(nullptr, nullptr);
    this->ShareFilms(nullptr);
    this->ShareColors(nullptr);
  }
  this->Ranks = nullptr;
}
