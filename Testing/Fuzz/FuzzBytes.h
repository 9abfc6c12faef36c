// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

/// The bytes that a fuzzer makes up, taken one after the other as numbers. Behind the end all are zero.
class FuzzBytes
{
public:
  FuzzBytes(const std::uint8_t* data, std::size_t size)
    : data_(data)
    , left_(size)
  {
  }

  std::uint8_t byte()
  {
    if (left_ == 0)
      return 0;
    --left_;
    return *data_++;
  }
  /// From 0 to below `end`, which is at most 256.
  int below(int end) { return this->byte() % end; }
  bool isEmpty() const { return left_ == 0; }

  /// An id of one of `count` things; rarely one that is not there.
  std::int64_t id(std::int64_t count)
  {
    const std::uint8_t first = this->byte();
    if (first < 250)
      return count > 0 ? first % count : 0;
    constexpr std::int64_t outside[6] = { -1, -4'294'967'296, std::numeric_limits<std::int64_t>::min(),
      std::numeric_limits<std::int64_t>::max(), std::int64_t(1) << 31, std::int64_t(1) << 40 };
    return first == 250 ? count : outside[first - 250];
  }

  /// A coordinate or value: small integers mostly, so that some are equal; rarely one that hurts.
  double number()
  {
    const std::uint8_t first = this->byte();
    if (first < 240)
      return first % 9 - 4 + (first >= 120 ? 0.125 * this->below(8) : 0.0);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double odd[16] = { std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, 1e308, -1e308,
      1e160, 1e38, -1e38, 1e30, 1e20, 5e-324, 1e-310, 1e-40, 1e-20, -0.0, 1e6 };
    return odd[first - 240];
  }

private:
  const std::uint8_t* data_;
  std::size_t left_;
};

/// Ends the process where `holds` does not, and says where that is.
inline void require(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
  if (!holds)
  {
    std::fprintf(stderr, "%s:%d: this does not hold\n", file, line);
    std::abort();
  }
}
