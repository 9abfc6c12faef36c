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
  OfWindows,
  OfDepths,
  OfSurfaces,
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

} // namespace

void FilmExchange::Begin(RayCastRanks* ranks, inkray::BlendMode mode, vtkRenderer* renderer)
{
  this->Ranks = ranks;
  this->Mode = mode;
  this->Stage = Agreeing;
  this->Agreed = Agreement();
  this->Order.clear();
  if (ranks)
  {
    this->Order = ranks->GetFrontToBack(renderer);
    this->NumberInOrder = this->Order.size();
    for (int rank = 0; rank < ranks->GetNumberOfRanks(); ++rank)
    {
      if (std::find(this->Order.begin(), this->Order.end(), rank) == this->Order.end())
      {
        this->Order.push_back(rank);
      }
    }
  }
}

std::size_t FilmExchange::GetPlace() const
{
  const auto found = std::find(this->Order.begin(), this->Order.end(), this->Ranks->GetRank());
  return static_cast<std::size_t>(found - this->Order.begin());
}

bool FilmExchange::IsExtreme() const
{
  return this->Mode == inkray::BlendMode::Maximum || this->Mode == inkray::BlendMode::Minimum;
}

std::size_t FilmExchange::GetNumberOfPixels() const
{
  return static_cast<std::size_t>(this->Agreed.Size[0]) * static_cast<std::size_t>(this->Agreed.Size[1]);
}

const FilmExchange::Agreement& FilmExchange::Agree(const Offer& offer, bool shows)
{
  if (this->Stage > Agreeing)
  {
    return this->Agreed;
  }
  this->Stage = OfWindows;
  // A rank whose picture is not blended once shows nothing, and of those with data it is the last to speak.
  const std::size_t me = this->GetPlace();
  const double first = offer.HasData ? static_cast<double>(me) : None;
  const double place = shows && me < this->NumberInOrder ? static_cast<double>(me) : None;
  // Numbers of which the greatest counts are negated.
  const bool hasRange = offer.HasData && offer.Range[0] <= offer.Range[1];
  double least[] = { offer.HasData ? offer.Size[0] : None, offer.HasData ? offer.Size[1] : None,
    hasRange ? offer.Range[0] : None, hasRange ? -offer.Range[1] : None,
    offer.HasData && offer.HasSurfaces ? -1.0 : 0.0, offer.HasOpaque ? -1.0 : 0.0, first, place };
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
  agreed.First = this->Order[static_cast<std::size_t>(least[6])];
  agreed.Front = least[7] < None ? this->Order[static_cast<std::size_t>(least[7])] : -1;
  return agreed;
}

void FilmExchange::TakeNearest(const float* depths)
{
  const std::size_t number = this->GetNumberOfPixels();
  std::vector<double> nearest(number, 1.0);
  for (std::size_t i = 0; depths && i < number; ++i)
  {
    nearest[i] = std::max(depths[i], 0.0f);
  }
  this->Ranks->TakeLeast(nearest.data(), static_cast<std::int64_t>(number));
  this->Depths.resize(number, 1.0f);
  std::transform(nearest.begin(), nearest.end(), this->Depths.begin(), this->Depths.begin(),
    [](double nearestOfAll, float depth) { return std::min(static_cast<float>(nearestOfAll), depth); });
}

const float* FilmExchange::ShareWindows(const float* window)
{
  if (this->Stage == OfWindows)
  {
    this->Stage = OfDepths;
    this->Depths.clear();
    if (this->Agreed.HasOpaque)
    {
      this->TakeNearest(window);
    }
  }
  return this->Agreed.HasOpaque ? this->Depths.data() : nullptr;
}

const float* FilmExchange::ShareDepths(const float* surfaces)
{
  if (this->Stage == OfDepths)
  {
    this->Stage = OfSurfaces;
    if (this->Agreed.HasSurfaces)
    {
      this->TakeNearest(surfaces);
    }
  }
  return this->Depths.empty() ? nullptr : this->Depths.data();
}

const std::vector<float>& FilmExchange::ShareSurfaces(const float* surfaces)
{
  if (this->Stage != OfSurfaces)
  {
    return this->Surfaces;
  }
  this->Stage = OfFilms;
  const std::size_t number = 4 * this->GetNumberOfPixels();
  surfaces ? this->Surfaces.assign(surfaces, surfaces + number) : this->Surfaces.assign(number, 0.0f);
  if (this->Agreed.HasSurfaces)
  {
    this->TakeOver(this->Surfaces);
  }
  return this->Surfaces;
}

void FilmExchange::TakeOver(std::vector<float>& picture)
{
  // Neighbours in the order of depth are put together, then pairs of them, and so on.
  const std::size_t me = this->GetPlace();
  const auto number = static_cast<std::int64_t>(picture.size());
  for (std::size_t step = 1; step < this->Order.size(); step *= 2)
  {
    if (me % (2 * step) != 0)
    {
      this->Ranks->Send(picture.data(), number, this->Order[me - step]);
      break;
    }
    if (me + step < this->Order.size())
    {
      std::vector<float> behind(picture.size());
      this->Ranks->Receive(behind.data(), number, this->Order[me + step]);
      Blend(picture, behind);
    }
  }
  const int whole = this->Order.front();
  if (this->Agreed.Front >= 0 && this->Agreed.Front != whole)
  {
    if (me == 0)
    {
      this->Ranks->Send(picture.data(), number, this->Agreed.Front);
    }
    else if (this->Shows())
    {
      this->Ranks->Receive(picture.data(), number, whole);
    }
  }
}

void FilmExchange::Blend(std::vector<float>& front, const std::vector<float>& behind)
{
  for (std::size_t i = 0; i < front.size(); i += 4)
  {
    const float light = 1.0f - front[i + 3];
    for (std::size_t c = i; c < i + 4; ++c)
    {
      front[c] += light * behind[c];
    }
  }
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

bool FilmExchange::Shows() const
{
  return this->Agreed.Front == this->Ranks->GetRank();
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
  if (this->IsExtreme() || this->Agreed.First != this->Agreed.Front)
  {
    this->Ranks->TakeSum(this->Colors.data(), static_cast<std::int64_t>(4 * number));
  }
  if (!this->Shows())
  {
    this->Colors.assign(4 * number, 0.0f);
  }
  return this->Colors;
}

void FilmExchange::End()
{
  if (this->Ranks && this->Agree({}, false).IsAny)
  {
    this->ShareWindows(nullptr);
    this->ShareDepths(nullptr);
    this->ShareSurfaces(nullptr);
    this->ShareFilms(nullptr);
    this->ShareColors(nullptr);
  }
  this->Ranks = nullptr;
}
