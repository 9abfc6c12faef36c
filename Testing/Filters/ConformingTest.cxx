// SPDX-License-Identifier: BSD-3-Clause
// Every kind of cell fills the unit cube: the tets must do so too, once, and meet face to face.
#include "MeshChecks.h"
#include "MeshKit.h"

#include "vtkNew.h"

#include <gtest/gtest.h>

namespace
{

class Conforming : public testing::TestWithParam<std::size_t>
{
protected:
  const kit::CellKind& kind() const { return kit::cellKinds()[this->GetParam()]; }
};

TEST_P(Conforming, FillsTheStraightCube)
{
  for (unsigned seed = 0; seed < 4; ++seed)
  {
    kit::MeshKit kit(seed);
    this->kind().fill(kit);
    vtkNew<vtkTetMeshTopology> topology;
    ASSERT_TRUE(topology->Update(kit.grid(0.0)));
    SCOPED_TRACE(seed);
    kit::expectUnitCube(topology);
  }
}

TEST_P(Conforming, FillsTheWarpedCube)
{
  if (this->kind().straight)
  {
    GTEST_SKIP() << "cells of this kind have plane faces";
  }
  for (unsigned seed = 10; seed < 14; ++seed)
  {
    kit::MeshKit kit(seed);
    this->kind().fill(kit);
    vtkNew<vtkTetMeshTopology> topology;
    ASSERT_TRUE(topology->Update(kit.grid(1.0, seed % 2 == 0)));
    SCOPED_TRACE(seed);
    kit::expectUnitCube(topology);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Conforming, testing::Range(std::size_t(0), kit::cellKinds().size()),
  [](const testing::TestParamInfo<std::size_t>& info) { return kit::cellKinds()[info.param].name; });

} // namespace
