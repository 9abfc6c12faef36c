// SPDX-License-Identifier: BSD-3-Clause
#include "PixelLayers.h"

#include <algorithm>
#include <utility>

std::vector<PixelBehind> PixelLayers::Order(
  const std::vector<PixelLayer>& layers, std::size_t number, std::size_t me, float opacity)
{
  std::vector<PixelBehind> behind(number, { 1.0f, 1.0f, 0.0f });
  const std::size_t ranks = number > 0 ? layers.size() / number : 0;
  // Surfaces can be picked at any opacity.
  const float wanted = std::max(opacity, 1e-6f);
  std::vector<std::pair<float, std::size_t>> order;
  for (std::size_t i = 0; i < number; ++i)
  {
    order.clear();
    for (std::size_t rank = 0; rank < ranks; ++rank)
    {
      order.emplace_back(layers[rank * number + i].Depth, rank);
    }
    std::sort(order.begin(), order.end());
    // All ranks multiply in the same order, so they agree on the rank that picks.
    float light = 1.0f, most = 0.0f;
    std::size_t picks = ranks;
    bool isReached = false;
    for (const auto& [depth, rank] : order)
    {
      if (rank == me)
      {
        behind[i].Light = light;
      }
      const float left = light * layers[rank * number + i].Light;
      if (!isReached && light - left > most)
      {
        most = light - left;
        picks = rank;
      }
      if (!isReached && 1.0f - left >= wanted)
      {
        isReached = true;
        picks = rank;
      }
      light = left;
    }
    behind[i].Picks = picks == me ? 1.0f : 0.0f;
  }
  return behind;
}
