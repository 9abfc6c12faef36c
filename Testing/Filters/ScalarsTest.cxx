// SPDX-License-Identifier: BSD-3-Clause
// Values of every array type reach the mesh, and a linear field stays linear on added points.
#include "MeshChecks.h"
#include "MeshKit.h"

#include "vtkAOSDataArrayTemplate.h"
#include "vtkBitArray.h"
#include "vtkCellArray.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkSOADataArrayTemplate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

vtkSmartPointer<vtkUnstructuredGrid> gridOf(const std::string& kind)
{
  kit::MeshKit kit(5);
  for (const kit::CellKind& candidate : kit::cellKinds())
  {
    if (candidate.name == kind)
    {
      candidate.fill(kit);
    }
  }
  return kit.grid(1.0);
}

double valueAt(const inkray::Field& scalars, std::int64_t tuple, int component)
{
  const std::int64_t i = tuple * scalars.numComponents + component;
  switch (scalars.type)
  {
    case inkray::ValueType::Int8:
      return static_cast<const std::int8_t*>(scalars.values)[i];
    case inkray::ValueType::UInt8:
      return static_cast<const std::uint8_t*>(scalars.values)[i];
    case inkray::ValueType::Int16:
      return static_cast<const std::int16_t*>(scalars.values)[i];
    case inkray::ValueType::UInt16:
      return static_cast<const std::uint16_t*>(scalars.values)[i];
    case inkray::ValueType::Int32:
      return static_cast<const std::int32_t*>(scalars.values)[i];
    case inkray::ValueType::UInt32:
      return static_cast<const std::uint32_t*>(scalars.values)[i];
    case inkray::ValueType::Int64:
      return static_cast<double>(static_cast<const std::int64_t*>(scalars.values)[i]);
    case inkray::ValueType::UInt64:
      return static_cast<double>(static_cast<const std::uint64_t*>(scalars.values)[i]);
    case inkray::ValueType::Float32:
      return static_cast<const float*>(scalars.values)[i];
    case inkray::ValueType::Float64:
      return static_cast<const double*>(scalars.values)[i];
  }
  return NAN;
}

double valueAt(const inkray::Field& scalars, std::int64_t tuple)
{
  if (scalars.component >= 0)
  {
    return valueAt(scalars, tuple, scalars.component);
  }
  double sum = 0;
  for (int c = 0; c < scalars.numComponents; ++c)
  {
    sum += std::pow(valueAt(scalars, tuple, c), 2);
  }
  return std::sqrt(sum);
}

double linear(const double x[3], int component)
{
  return 1 + (component + 1) * x[0] - 2 * x[1] + (3 - component) * x[2];
}

class LinearField : public testing::TestWithParam<const char*>
{
};

TEST_P(LinearField, StaysLinear)
{
  auto grid = gridOf(this->GetParam());
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  EXPECT_GT(topology->GetNumberOfAddedPoints(), 0);

  vtkNew<vtkDoubleArray> field;
  field->SetNumberOfComponents(3);
  field->SetNumberOfTuples(grid->GetNumberOfPoints());
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      field->SetComponent(i, c, linear(grid->GetPoint(i), c));
    }
  }
  const kit::PlainMesh mesh(topology->GetMesh());
  ASSERT_EQ(static_cast<vtkIdType>(mesh.points.size()),
    grid->GetNumberOfPoints() + topology->GetNumberOfAddedPoints());
  for (int component = -1; component < 3; ++component)
  {
    inkray::Field scalars;
    ASSERT_TRUE(topology->GetScalars(field, vtkDataObject::POINT, component, scalars));
    ASSERT_EQ(scalars.numTuples, static_cast<std::int64_t>(mesh.points.size()));
    EXPECT_EQ(scalars.tupleOf, nullptr);
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
    {
      const double* x = mesh.points[i].data();
      const double expected =
        component >= 0 ? linear(x, component) : std::hypot(linear(x, 0), linear(x, 1), linear(x, 2));
      ASSERT_NEAR(valueAt(scalars, i), expected, 1e-12) << i << " component " << component;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, LinearField,
  testing::Values(
    "Octree", "QuadraticHexahedron", "BiquadraticHexahedron", "QuadraticWedge", "QuadraticPyramid"),
  [](const testing::TestParamInfo<const char*>& info) { return info.param; });

template <typename Array>
void expectValues(const char* kind, bool pointedAt)
{
  SCOPED_TRACE(kind);
  auto grid = gridOf(kind);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  for (const int association : { int(vtkDataObject::POINT), int(vtkDataObject::CELL) })
  {
    const bool point = association == vtkDataObject::POINT;
    vtkNew<Array> array;
    array->SetNumberOfComponents(2);
    array->SetNumberOfTuples(point ? grid->GetNumberOfPoints() : grid->GetNumberOfCells());
    for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
    {
      array->SetComponent(i, 0, i % 2);
      array->SetComponent(i, 1, array->GetDataType() == VTK_BIT ? (i / 2) % 2 : i % 100);
    }
    for (int component = -1; component < 2; ++component)
    {
      inkray::Field scalars;
      ASSERT_TRUE(topology->GetScalars(array, association, component, scalars)) << topology->GetMessage();
      EXPECT_EQ(scalars.association == inkray::Association::Points, point);
      EXPECT_EQ(scalars.tupleOf, point ? nullptr : topology->GetTupleOfTet());
      EXPECT_EQ(
        scalars.numTuples, array->GetNumberOfTuples() + (point ? topology->GetNumberOfAddedPoints() : 0));
      if (pointedAt)
      {
        EXPECT_EQ(scalars.values, array->GetVoidPointer(0));
      }
      for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
      {
        const double a = array->GetComponent(i, 0), b = array->GetComponent(i, 1);
        ASSERT_NEAR(valueAt(scalars, i),
          component < 0      ? std::hypot(a, b)
            : component == 0 ? a
                             : b,
          1e-5)
          << i << " " << component;
      }
    }
  }
}

template <typename T>
class NumericType : public testing::Test
{
};
using NumericTypes = testing::Types<char, signed char, unsigned char, short, unsigned short, int,
  unsigned int, long, unsigned long, long long, unsigned long long, float, double>;
TYPED_TEST_SUITE(NumericType, NumericTypes);

TYPED_TEST(NumericType, PlainArraysArePointedAt)
{
  expectValues<vtkAOSDataArrayTemplate<TypeParam>>("Tetra", true);
  expectValues<vtkAOSDataArrayTemplate<TypeParam>>("Mixture", false);
}

TYPED_TEST(NumericType, StructuresOfArrays)
{
  expectValues<vtkSOADataArrayTemplate<TypeParam>>("Tetra", false);
  expectValues<vtkSOADataArrayTemplate<TypeParam>>("QuadraticHexahedron", false);
}

TEST(Scalars, Identifiers)
{
  expectValues<vtkIdTypeArray>("Tetra", true);
}

TEST(Scalars, Bits)
{
  expectValues<vtkBitArray>("Tetra", false);
  expectValues<vtkBitArray>("QuadraticHexahedron", false);
}

TEST(Scalars, CellValuesFollowTheirCells)
{
  auto grid = gridOf("Mixture");
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  vtkNew<vtkDoubleArray> field;
  field->SetNumberOfTuples(grid->GetNumberOfCells());
  for (vtkIdType i = 0; i < grid->GetNumberOfCells(); ++i)
  {
    double bounds[6];
    grid->GetCellBounds(i, bounds);
    field->SetValue(i, bounds[0]);
  }
  inkray::Field scalars;
  ASSERT_TRUE(topology->GetScalars(field, vtkDataObject::CELL, 0, scalars));
  const kit::PlainMesh mesh(topology->GetMesh());
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
  {
    for (std::int64_t id : mesh.tets[t])
    {
      ASSERT_GE(mesh.points[id][0], valueAt(scalars, scalars.tupleOf[t]));
    }
  }
}

// A grid of tetrahedra alone is drawn without a look at the offsets between the first and the last.
TEST(Scalars, AveragesOfTetrahedraWhoseOffsetsLeadAstray)
{
  auto grid = gridOf("Tetra");
  vtkCellArray* const cells = grid->GetCells();
  vtkDataArray* const offsets = cells->GetOffsetsArray();
  for (vtkIdType i = 1; i < cells->GetNumberOfCells(); ++i)
  {
    offsets->SetComponent(i, 0, i % 2 == 0 ? 1e9 : -1e9);
  }
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  ASSERT_EQ(topology->GetNumberOfTets(), cells->GetNumberOfCells());
  ASSERT_EQ(topology->GetTupleOfTet(), nullptr);
  vtkNew<vtkDoubleArray> values;
  values->SetNumberOfValues(cells->GetNumberOfCells());
  values->FillValue(7);
  const auto averages = topology->AverageAtPoints(values, 0);
  ASSERT_TRUE(averages);
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    ASSERT_EQ(averages->GetComponent(i, 0), 7) << "point " << i;
  }
}

TEST(Scalars, WhatDoesNotFitIsRefused)
{
  auto grid = gridOf("Tetra");
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  inkray::Field scalars;
  EXPECT_FALSE(topology->GetScalars(nullptr, vtkDataObject::POINT, 0, scalars));
  EXPECT_NE(topology->GetMessage(), "");

  vtkNew<vtkFloatArray> field;
  field->SetName("heat");
  field->SetNumberOfTuples(grid->GetNumberOfPoints() - 1);
  field->Fill(0);
  EXPECT_FALSE(topology->GetScalars(field, vtkDataObject::POINT, 0, scalars));
  EXPECT_NE(topology->GetMessage().find("heat"), std::string::npos);
  EXPECT_EQ(scalars.values, nullptr);
  field->Resize(grid->GetNumberOfPoints());
  field->SetNumberOfTuples(grid->GetNumberOfPoints());
  field->Fill(0);
  EXPECT_FALSE(topology->GetScalars(field, vtkDataObject::POINT, 1, scalars));
  EXPECT_FALSE(topology->GetScalars(field, vtkDataObject::POINT, -2, scalars));
  EXPECT_FALSE(topology->GetScalars(field, vtkDataObject::FIELD, 0, scalars));
  EXPECT_TRUE(topology->GetScalars(field, vtkDataObject::POINT, 0, scalars));
  EXPECT_EQ(topology->GetMessage(), "");
}

} // namespace
