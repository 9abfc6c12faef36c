// SPDX-License-Identifier: BSD-3-Clause
// Common parts of tests of mappers on a device whose memory runs out.
#pragma once
#include "FailingDevice.h"
#include "Scene.h"

#include <gtest/gtest.h>

#include <string>

inline double slanted(double x, double, double z)
{
  return z + 0.3 * x;
}

class Fallback : public testing::Test
{
protected:
  void SetUp() override
  {
    FailingDevice::Fails.clear();
    FailingDevice::Pixels = 0;
    FailingDevice::Made = 0;
    FailingDevice::Number = 1;
    FailingDevice::Breaks = FailingDevice::Lost = false;
  }
};

inline bool contains(const std::string& text, const char* part)
{
  return text.find(part) != std::string::npos;
}

inline void expectOneMessage(const Messages& messages)
{
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_TRUE(contains(messages.Said[0], "The CPU draws")) << messages.Said[0];
  EXPECT_TRUE(contains(messages.Said[0], "516.7 MiB were asked for and 200.0 MiB are free"))
    << messages.Said[0];
}
