// SPDX-License-Identifier: BSD-3-Clause
// Every kind of cell fills the unit cube. The tets must fill it once, too, and meet face to face.
#include "MeshChecks.h"
#include "MeshKit.h"

#include "Renderers/MeshVolume/TetRayCaster.h"

#include "vtkNew.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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
    vtkNew<vtkTetrahedralizer> topology;
    ASSERT_TRUE(topology->Update(kit.grid(0.0)));
    SCOPED_TRACE(seed);
    kit::expectUnitCube(topology);
  }
}

// The kernels count the faults of a mesh on their own.
TEST_P(Conforming, SatisfiesTheRayCaster)
{
  kit::MeshKit kit(20);
  this->kind().fill(kit);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(kit.grid(this->kind().straight ? 0.0 : 1.0));
  auto caster = inkray::TetRayCaster::create(inkray::DeviceKind::CPU);
  const inkray::TetMeshReport report = caster->setMesh(topology->GetMesh());
  EXPECT_EQ(report.summary(), "");
  EXPECT_EQ(report.numTets, topology->GetNumberOfTets());
  EXPECT_EQ(report.numBoundaryFaces, kit::factsOf(kit::PlainMesh(topology->GetMesh())).boundaryFaces);
}

class ConformingWarped : public Conforming
{
};

TEST_P(ConformingWarped, FillsTheWarpedCube)
{
  for (unsigned seed = 10; seed < 14; ++seed)
  {
    kit::MeshKit kit(seed);
    this->kind().fill(kit);
    vtkNew<vtkTetrahedralizer> topology;
    ASSERT_TRUE(topology->Update(kit.grid(1.0, seed % 2 == 0)));
    SCOPED_TRACE(seed);
    kit::expectUnitCube(topology);
  }
}

std::string nameOf(const testing::TestParamInfo<std::size_t>& info)
{
  return kit::cellKinds()[info.param].name;
}

std::vector<std::size_t> kinds(bool withStraight)
{
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < kit::cellKinds().size(); ++i)
  {
    if (withStraight || !kit::cellKinds()[i].straight)
    {
      places.push_back(i);
    }
  }
  return places;
}

INSTANTIATE_TEST_SUITE_P(Kinds, Conforming, testing::ValuesIn(kinds(true)), nameOf);
INSTANTIATE_TEST_SUITE_P(Kinds, ConformingWarped, testing::ValuesIn(kinds(false)), nameOf);

} // namespace
