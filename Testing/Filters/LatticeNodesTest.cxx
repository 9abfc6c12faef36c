// SPDX-License-Identifier: BSD-3-Clause
// Nodes of lattices have the places in the list of a cell's points that VTK's own classes give them.
#include "LatticeNodes.h"

#include "vtkHigherOrderHexahedron.h"
#include "vtkHigherOrderTetra.h"
#include "vtkHigherOrderWedge.h"

#include <gtest/gtest.h>

namespace
{

using inkray::filters::LatticeNodes;

TEST(LatticeNodes, OfTetrahedra)
{
  LatticeNodes nodes;
  for (int p = 1; p <= 12; ++p)
  {
    const int orders[3] = { p, p, p };
    nodes.set(LatticeNodes::Tetra, orders);
    for (int k = 0; k <= p; ++k)
    {
      for (int j = 0; j + k <= p; ++j)
      {
        for (int i = 0; i + j + k <= p; ++i)
        {
          const vtkIdType barycentric[4] = { i, j, k, p - i - j - k };
          ASSERT_EQ(nodes(i, j, k), vtkHigherOrderTetra::Index(barycentric, p)) << p << i << j << k;
        }
      }
    }
  }
}

TEST(LatticeNodes, OfHexahedraAndWedges)
{
  LatticeNodes hexahedron, wedge;
  for (int shape = 0; shape < 125; ++shape)
  {
    const int orders[3] = { 1 + shape % 5, 1 + shape / 5 % 5, 1 + shape / 25 };
    const int p = orders[0], number = (p + 1) * (p + 2) / 2 * (orders[2] + 1);
    const int ofWedge[4] = { p, p, orders[2], number };
    hexahedron.set(LatticeNodes::Hexahedron, orders);
    wedge.set(LatticeNodes::Wedge, ofWedge);
    for (int k = 0; k <= orders[2]; ++k)
    {
      for (int j = 0; j <= p; ++j)
      {
        for (int i = 0; i <= p; ++i)
        {
          if (j <= orders[1])
          {
            ASSERT_EQ(hexahedron(i, j, k), vtkHigherOrderHexahedron::PointIndexFromIJK(i, j, k, orders));
          }
          if (i + j <= p)
          {
            ASSERT_EQ(wedge(i, j, k), vtkHigherOrderWedge::PointIndexFromIJK(i, j, k, ofWedge));
          }
        }
      }
    }
  }
}

} // namespace
