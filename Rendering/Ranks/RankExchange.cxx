// SPDX-License-Identifier: BSD-3-Clause
#include "RankExchange.h"

#include "RankParts.h"
#include "RayCastRanks.h"
#include "vtkMatrix4x4.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

namespace
{
enum StageOf
{
  Agreeing,
  OfWindows,
  OfDepths,
  OfFragments,
  OfCasts,
  OfSurfaces,
  OfFilms,
  OfColors,
  Done
};

constexpr double None = std::numeric_limits<double>::max();
constexpr std::int64_t Nothing = std::numeric_limits<std::int64_t>::max();
constexpr int RankBits = 24;
constexpr float LargestEdge = 1 << 24; // the longest edge of an image, in pixels

/// Packs a value and a rank into one number. Smaller values give smaller numbers; of equal values, smaller
/// ranks do.
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

void BlendPixels(float* front, const float* behind, std::size_t number)
{
  for (std::size_t i = 0; i < 4 * number; i += 4)
  {
    const float light = 1.0f - front[i + 3];
    for (std::size_t c = i; c < i + 4; ++c)
    {
      front[c] += light * behind[c];
    }
  }
}

} // namespace

/// The smallest rectangle around some pixels; a new rectangle is empty.
struct RankExchange::Rectangle
{
  /// Least column, least row, and the negated ends of columns and rows. The minimum of several rectangles'
  /// corners then encloses all of them. Single precision holds these integers exactly.
  std::array<float, 4> Corners = { LargestEdge, LargestEdge, LargestEdge, LargestEdge };

  void Take(const std::array<float, 4>& corners)
  {
    std::transform(corners.begin(), corners.end(), this->Corners.begin(), this->Corners.begin(),
      [](float a, float b) { return std::min(a, b); });
  }
  bool IsEmpty() const { return this->GetWidth() == 0; }
  std::size_t GetWidth() const { return Extent(this->Corners[0], this->Corners[2]); }
  std::size_t GetHeight() const { return Extent(this->Corners[1], this->Corners[3]); }

  /// Calls `call` for each row with its first pixel's index and its number of pixels, in an image of this
  /// width.
  template <class Call>
  void ForRows(int width, const Call& call) const
  {
    for (std::size_t y = 0; y < this->GetHeight(); ++y)
    {
      const std::size_t row = static_cast<std::size_t>(this->Corners[1]) + y;
      call(
        row * static_cast<std::size_t>(width) + static_cast<std::size_t>(this->Corners[0]), this->GetWidth());
    }
  }

private:
  static std::size_t Extent(float low, float negatedEnd)
  {
    return static_cast<std::size_t>(std::max(0.0f, -negatedEnd - low));
  }
};

void RankExchange::Begin(
  RayCastRanks* ranks, const inkray::FilmTraits& film, vtkRenderer* renderer, bool isMerged)
{
  this->Ranks = ranks;
  this->Film = film;
  this->IsMerged = isMerged;
  this->Failed = false;
  this->Stage = Agreeing;
  this->Agreed = Agreement();
  this->Order.clear();
  this->Boxes.clear();
  this->Fragments = SurfaceFragments();
  if (ranks)
  {
    this->Boxes = ranks->GetBoxes(renderer);
    this->BoxesToData = ranks->GetBoxesToData();
    this->Blended = ranks->GetFrontToBack(renderer);
    this->Order = ranks->GetPartsFrontToBack(renderer);
    for (int rank = 0; rank < ranks->GetNumberOfRanks(); ++rank)
    {
      if (std::find(this->Order.begin(), this->Order.end(), rank) == this->Order.end())
      {
        this->Order.push_back(rank);
      }
    }
  }
}

std::size_t RankExchange::GetPlace() const
{
  const auto found = std::find(this->Order.begin(), this->Order.end(), this->Ranks->GetRank());
  return static_cast<std::size_t>(found - this->Order.begin());
}

std::size_t RankExchange::GetNumberOfPixels() const
{
  return static_cast<std::size_t>(this->Agreed.Size[0]) * static_cast<std::size_t>(this->Agreed.Size[1]);
}

const RankExchange::Agreement& RankExchange::Agree(const Offer& offer, bool shows)
{
  if (this->Stage > Agreeing)
  {
    return this->Agreed;
  }
  this->Stage = OfWindows;
  // A rank shows the picture only if its own picture is blended exactly once.
  const std::size_t me = this->GetPlace();
  const double first = offer.HasData ? static_cast<double>(me) : None;
  const auto blended = std::find(this->Blended.begin(), this->Blended.end(), this->Ranks->GetRank());
  const double place =
    shows && blended != this->Blended.end() ? static_cast<double>(blended - this->Blended.begin()) : None;
  // Numbers are negated if their maximum is wanted.
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
  agreed.HasSurfaces = least[4] < 0 || this->IsComposite();
  agreed.HasOpaque = least[5] < 0;
  agreed.First = this->Order[static_cast<std::size_t>(least[6])];
  agreed.Front = least[7] < None ? this->Blended[static_cast<std::size_t>(least[7])] : -1;
  return agreed;
}

RankExchange::Rectangle RankExchange::FindPixels(const float* values, std::size_t channels, float none) const
{
  Rectangle found;
  const auto isThere = [none](float value) { return value != none; };
  const std::size_t row = channels * static_cast<std::size_t>(this->Agreed.Size[0]);
  for (int y = 0; values && y < this->Agreed.Size[1]; ++y)
  {
    const float* const begin = values + row * static_cast<std::size_t>(y);
    const float* const first = std::find_if(begin, begin + row, isThere);
    if (first != begin + row)
    {
      const float* last = begin + row;
      while (!isThere(*(last - 1)))
      {
        --last;
      }
      const auto pixel = [begin, channels](const float* at) {
        const std::size_t number = static_cast<std::size_t>(at - begin) / channels;
        return static_cast<float>(number);
      };
      found.Take({ pixel(first), static_cast<float>(y), -pixel(last - 1) - 1, -static_cast<float>(y) - 1 });
    }
  }
  return found;
}

void RankExchange::TakeNearest(const float* depths)
{
  // Exchange only the rectangle of pixels in which some rank has a depth.
  Rectangle all = this->FindPixels(depths, 1, 1.0f);
  this->Ranks->TakeLeast(all.Corners.data(), 4);
  if (all.IsEmpty())
  {
    return;
  }
  std::vector<float> nearest;
  nearest.reserve(all.GetWidth() * all.GetHeight());
  all.ForRows(this->Agreed.Size[0], [&](std::size_t first, std::size_t number) {
    for (std::size_t i = first; i < first + number; ++i)
    {
      nearest.push_back(depths ? std::max(depths[i], 0.0f) : 1.0f);
    }
  });
  this->Ranks->TakeLeast(nearest.data(), static_cast<std::int64_t>(nearest.size()));
  this->Depths.resize(this->GetNumberOfPixels(), 1.0f);
  const float* next = nearest.data();
  all.ForRows(this->Agreed.Size[0], [&](std::size_t first, std::size_t number) {
    for (std::size_t i = first; i < first + number; ++i)
    {
      this->Depths[i] = std::min(this->Depths[i], *next++);
    }
  });
}

const float* RankExchange::ShareWindows(const float* window)
{
  if (this->Stage == OfWindows)
  {
    this->Stage = this->IsComposite() ? OfFragments : OfDepths;
    this->Depths.clear();
    if (this->Agreed.HasOpaque)
    {
      this->TakeNearest(window);
      this->Agreed.HasOpaque = !this->Depths.empty();
    }
  }
  return this->Agreed.HasOpaque ? this->Depths.data() : nullptr;
}

const float* RankExchange::ShareDepths(const float* surfaces)
{
  if (this->Stage == OfDepths)
  {
    this->Stage = OfSurfaces;
    if (this->Agreed.HasSurfaces)
    {
      this->Depths.resize(this->GetNumberOfPixels(), 1.0f); // the rank that shows surfaces needs depths even
                                                            // if it has no surfaces
      this->TakeNearest(surfaces);
    }
  }
  return this->Depths.empty() ? nullptr : this->Depths.data();
}

const SurfaceFragments& RankExchange::ShareFragments(const inkray::Camera& camera, SurfaceFragments fragments)
{
  if (this->Stage != OfFragments)
  {
    return this->Fragments;
  }
  this->Stage = this->IsMerged ? OfCasts : OfSurfaces;
  const int me = this->Ranks->GetRank();
  inkray::Camera ofBoxes = camera;
  vtkMatrix4x4::Multiply4x4(camera.meshToEye, this->BoxesToData.data(), ofBoxes.meshToEye);
  const RankParts parts(ofBoxes, this->Boxes, this->Order);
  std::vector<std::vector<SurfaceFragments::Fragment>> byRank(
    static_cast<std::size_t>(this->Ranks->GetNumberOfRanks()));
  for (const SurfaceFragments::Fragment& fragment : fragments.GetAll())
  {
    const int owner =
      parts.Find(static_cast<int>(fragment.Column), static_cast<int>(fragment.Row), fragment.Depth, me);
    byRank[static_cast<std::size_t>(owner)].push_back(fragment);
  }
  this->HandOut(byRank);
  this->Fragments.GetAll() = std::move(byRank[static_cast<std::size_t>(me)]);
  this->Fragments.Sort(this->Agreed.Size[0], this->Agreed.Size[1]);
  return this->Fragments;
}

/// Send each other rank the fragments in its part, and add the fragments that it sends to this rank's own.
void RankExchange::HandOut(std::vector<std::vector<SurfaceFragments::Fragment>>& byRank)
{
  const std::size_t ranks = byRank.size(), me = static_cast<std::size_t>(this->Ranks->GetRank());
  // Negated numbers of fragments that each rank sends to every other rank; often all are 0.
  std::vector<double> counts(ranks * ranks, 0.0);
  for (std::size_t to = 0; to < ranks; ++to)
  {
    counts[me * ranks + to] = to == me ? 0.0 : -static_cast<double>(byRank[to].size());
  }
  this->Ranks->TakeLeast(counts.data(), static_cast<std::int64_t>(counts.size()));
  const auto count = [&](std::size_t from, std::size_t to) {
    return static_cast<std::size_t>(-counts[from * ranks + to]);
  };
  const auto numbersOf = [](std::size_t number) {
    return static_cast<std::int64_t>(SurfaceFragments::Numbers * number);
  };
  const auto send = [&](std::size_t to) {
    if (count(me, to) > 0)
    {
      this->Ranks->Send(&byRank[to].front().Column, numbersOf(count(me, to)), static_cast<int>(to));
    }
  };
  std::vector<SurfaceFragments::Fragment>& mine = byRank[me];
  const auto receive = [&](std::size_t from) {
    const std::size_t first = mine.size(), number = count(from, me);
    if (number > 0)
    {
      mine.resize(first + number);
      this->Ranks->Receive(&mine[first].Column, numbersOf(number), static_cast<int>(from));
    }
  };
  // All ranks go through the pairs in one order, and the lower rank of a pair sends first: no deadlock.
  for (std::size_t other = 0; other < ranks; ++other)
  {
    if (me < other)
    {
      send(other);
      receive(other);
    }
    else if (other < me)
    {
      receive(other);
      send(other);
    }
  }
}

bool RankExchange::ShareSuccess(bool hasCast)
{
  if (this->Stage == OfCasts)
  {
    float least = hasCast ? 1.0f : 0.0f;
    this->Ranks->TakeLeast(&least, 1);
    this->Failed = least <= 0.0f;
    this->Stage = this->Failed ? Done : OfSurfaces;
  }
  return !this->Failed;
}

void RankExchange::Fail()
{
  if (this->IsMerged && this->IsUnfinished())
  {
    this->ShareWindows(nullptr);
    this->ShareFragments({}, {});
    this->ShareSuccess(false);
  }
}

const std::vector<float>& RankExchange::ShareSurfaces(const float* surfaces)
{
  if (this->Stage != OfSurfaces)
  {
    return this->Surfaces;
  }
  this->Stage = this->IsComposite() ? Done : OfFilms;
  const std::size_t number = 4 * this->GetNumberOfPixels();
  surfaces ? this->Surfaces.assign(surfaces, surfaces + number) : this->Surfaces.assign(number, 0.0f);
  if (this->Agreed.HasSurfaces)
  {
    this->TakeOver(this->Surfaces);
  }
  return this->Surfaces;
}

void RankExchange::SendPixels(const std::vector<float>& picture, const Rectangle& shown, int to)
{
  this->Ranks->Send(shown.Corners.data(), 4, to);
  std::vector<float> pixels;
  pixels.reserve(4 * shown.GetWidth() * shown.GetHeight());
  shown.ForRows(this->Agreed.Size[0], [&](std::size_t first, std::size_t number) {
    pixels.insert(pixels.end(), picture.data() + 4 * first, picture.data() + 4 * (first + number));
  });
  if (!shown.IsEmpty())
  {
    this->Ranks->Send(pixels.data(), static_cast<std::int64_t>(pixels.size()), to);
  }
}

void RankExchange::ReceiveBehind(std::vector<float>& picture, Rectangle& shown, int from)
{
  Rectangle behind;
  this->Ranks->Receive(behind.Corners.data(), 4, from);
  if (behind.IsEmpty())
  {
    return;
  }
  std::vector<float> pixels(4 * behind.GetWidth() * behind.GetHeight());
  this->Ranks->Receive(pixels.data(), static_cast<std::int64_t>(pixels.size()), from);
  const float* next = pixels.data();
  behind.ForRows(this->Agreed.Size[0], [&](std::size_t first, std::size_t number) {
    BlendPixels(picture.data() + 4 * first, next, number);
    next += 4 * number;
  });
  shown.Take(behind.Corners);
}

void RankExchange::TakeOver(std::vector<float>& picture)
{
  // Composite neighbors in the order of depth, then pairs of neighbors, and so on.
  const std::size_t me = this->GetPlace();
  Rectangle shown = this->FindPixels(picture.data(), 4, 0.0f);
  for (std::size_t step = 1; step < this->Order.size(); step *= 2)
  {
    if (me % (2 * step) != 0)
    {
      this->SendPixels(picture, shown, this->Order[me - step]);
      break;
    }
    if (me + step < this->Order.size())
    {
      this->ReceiveBehind(picture, shown, this->Order[me + step]);
    }
  }
  const int whole = this->Order.front();
  if (this->Agreed.Front >= 0 && this->Agreed.Front != whole)
  {
    if (me == 0)
    {
      this->SendPixels(picture, shown, this->Agreed.Front);
    }
    else if (this->Shows())
    {
      std::fill(picture.begin(), picture.end(), 0.0f);
      this->ReceiveBehind(picture, shown, whole);
    }
  }
}

void RankExchange::Blend(std::vector<float>& front, const std::vector<float>& behind)
{
  BlendPixels(front.data(), behind.data(), front.size() / 4);
}

const std::vector<float>& RankExchange::ShareFilms(const float* films)
{
  if (this->Stage != OfFilms)
  {
    return this->Films;
  }
  this->Stage = OfColors;
  const std::size_t number = this->GetNumberOfPixels();
  films ? this->Films.assign(films, films + 4 * number) : this->Films.assign(4 * number, 0.0f);
  if (!this->Film.isOrdered())
  {
    this->Ranks->TakeSum(this->Films.data(), static_cast<std::int64_t>(4 * number));
    return this->Films;
  }
  const auto order = static_cast<float>(this->Film.order);
  const int rank = this->Ranks->GetRank();
  std::vector<std::int64_t> best(number, Nothing);
  for (std::size_t i = 0; films && i < number; ++i)
  {
    best[i] = films[4 * i + 3] > 0 ? Pack(order * films[4 * i], rank) : Nothing;
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

bool RankExchange::Shows() const
{
  return this->Agreed.Front == this->Ranks->GetRank();
}

const std::vector<float>& RankExchange::ShareColors(const float* colors)
{
  if (this->Stage != OfColors)
  {
    return this->Colors;
  }
  this->Stage = Done;
  const std::size_t number = this->GetNumberOfPixels();
  // After a sum all ranks have developed the same colors, so only the first rank contributes them.
  const bool speaks = colors && (this->Film.isOrdered() || this->Agreed.First == this->Ranks->GetRank());
  speaks ? this->Colors.assign(colors, colors + 4 * number) : this->Colors.assign(4 * number, 0.0f);
  if (this->Film.isOrdered() || this->Agreed.First != this->Agreed.Front)
  {
    this->Ranks->TakeSum(this->Colors.data(), static_cast<std::int64_t>(4 * number));
  }
  if (!this->Shows())
  {
    this->Colors.assign(4 * number, 0.0f);
  }
  return this->Colors;
}

bool RankExchange::IsUnfinished() const
{
  return this->Ranks && this->Stage > Agreeing && this->Stage < Done && this->Agreed.IsAny;
}

void RankExchange::End()
{
  const bool hasNothing = this->Stage == Agreeing;
  if (this->Ranks && this->Agree({}, false).IsAny)
  {
    this->ShareWindows(nullptr);
    this->ShareDepths(nullptr);
    this->ShareFragments({}, {});
    this->ShareSuccess(hasNothing);
    this->ShareSurfaces(nullptr);
    this->ShareFilms(nullptr);
    this->ShareColors(nullptr);
  }
  this->Ranks = nullptr;
}
