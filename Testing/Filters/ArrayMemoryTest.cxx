// SPDX-License-Identifier: BSD-3-Clause
// Arrays of VTK in memory of ours may be changed in any way: the memory is freed as it was allocated.
// Otherwise FailingNew.cpp ends the program.
#include "ArrayMemory.h"
#include "FailingNew.h"

#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <new>
#include <numeric>

namespace
{

using inkray::filters::allocateTuples;

template <class Array>
class ArrayMemory : public testing::Test
{
};
using Arrays =
  testing::Types<vtkDoubleArray, vtkFloatArray, vtkIdTypeArray, vtkTypeInt64Array, vtkUnsignedCharArray>;
TYPED_TEST_SUITE(ArrayMemory, Arrays);

TYPED_TEST(ArrayMemory, MayBeAllocatedAnew)
{
  const vtkIdType numTuples = 40, numValues = 3 * numTuples;
  vtkNew<TypeParam> other;
  other->SetNumberOfComponents(3);
  other->SetNumberOfTuples(100);
  other->FillValue(7);
  const std::function<void(TypeParam*)> changes[] = {
    [](TypeParam*) {},
    [](TypeParam* array) { array->SetNumberOfTuples(1000); },
    [](TypeParam* array) { array->SetNumberOfTuples(1); },
    [](TypeParam* array) { array->Allocate(10000); },
    [](TypeParam* array) { array->Resize(2000); },
    [](TypeParam* array) { array->Initialize(); },
    [](TypeParam* array) { array->InsertNextValue(1); },
    [](TypeParam* array) { array->InsertValue(5000, 1); },
    [](TypeParam* array) { array->Squeeze(); },
    [&](TypeParam* array) { array->DeepCopy(other); },
    [&](TypeParam* array) { array->ShallowCopy(other); },
    [&](TypeParam* array) { array->InsertTuples(numTuples, 100, 0, other); },
    [](TypeParam* array) { allocateTuples(array, 500); },
    [](TypeParam* array) {
      vtkNew<TypeParam> shares;
      shares->ShallowCopy(array);
      array->SetNumberOfTuples(3000);
      shares->SetNumberOfTuples(4000);
    },
  };
  for (const auto& first : changes)
  {
    for (const auto& second : changes)
    {
      vtkNew<TypeParam> array;
      array->SetNumberOfComponents(3);
      auto* const values = allocateTuples(array.Get(), numTuples);
      std::iota(values, values + numValues, typename TypeParam::ValueType(0));
      ASSERT_EQ(array->GetNumberOfTuples(), numTuples);
      ASSERT_EQ(array->GetValue(numValues - 1), typename TypeParam::ValueType(numValues - 1));
      first(array);
      second(array);
      // A last allocation, which frees the memory before.
      array->SetNumberOfTuples(10000);
      array->FillValue(3);
      EXPECT_EQ(array->GetValue(29999), typename TypeParam::ValueType(3));
    }
  }
}

TYPED_TEST(ArrayMemory, KeepsItsValuesWhereItGrows)
{
  vtkNew<TypeParam> array;
  auto* const values = allocateTuples(array.Get(), 100);
  std::iota(values, values + 100, typename TypeParam::ValueType(0));
  array->InsertNextValue(42);
  ASSERT_EQ(array->GetNumberOfTuples(), 101);
  for (vtkIdType i = 0; i < 100; ++i)
  {
    ASSERT_EQ(array->GetValue(i), typename TypeParam::ValueType(i));
  }
  EXPECT_EQ(array->GetValue(100), typename TypeParam::ValueType(42));
}

TEST(ArrayMemoryLimits, NoTuples)
{
  vtkNew<vtkDoubleArray> array;
  allocateTuples(array.Get(), 0);
  EXPECT_EQ(array->GetNumberOfTuples(), 0);
  array->InsertNextValue(1.0);
  EXPECT_EQ(array->GetNumberOfTuples(), 1);
}

TEST(ArrayMemoryLimits, WhatIsTooMuchIsThrown)
{
  vtkNew<vtkDoubleArray> array;
  array->SetNumberOfComponents(3);
  EXPECT_THROW(allocateTuples(array.Get(), -1), std::bad_alloc);
  EXPECT_THROW(allocateTuples(array.Get(), std::numeric_limits<vtkIdType>::max()), std::bad_alloc);
  EXPECT_THROW(allocateTuples(array.Get(), std::numeric_limits<vtkIdType>::max() / 6), std::bad_alloc);
  {
    const FailingNew failing(2400, 0);
    EXPECT_THROW(allocateTuples(array.Get(), 100), std::bad_alloc);
    EXPECT_TRUE(failing.HasFailed());
  }
  EXPECT_EQ(array->GetNumberOfTuples(), 0);
  allocateTuples(array.Get(), 100);
  EXPECT_EQ(array->GetNumberOfTuples(), 100);
}

} // namespace
