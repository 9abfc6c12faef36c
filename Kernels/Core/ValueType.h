// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// Element types that the caller's arrays may have.
enum class ValueType
{
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float32,
  Float64
};

} // namespace inkray
