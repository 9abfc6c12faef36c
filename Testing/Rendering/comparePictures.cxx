// SPDX-License-Identifier: BSD-3-Clause
// Compares a picture with its baseline, for tests in other languages than C++: compare_pictures PICTURE.png
// BASELINE.png STEM [LOST]. If they differ, it exits with 1 and writes STEM.png, STEM.valid.png and
// STEM.diff.png. LOST replaces the number of lost pixels in PictureLimits.
#include "PictureComparison.h"

#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPNGReader.h"

#include <cstdlib>
#include <iostream>

int main(int argc, char* argv[])
{
  if (argc != 4 && argc != 5)
  {
    std::cerr << "usage: " << argv[0] << " PICTURE.png BASELINE.png STEM [LOST]" << std::endl;
    return EXIT_FAILURE;
  }
  vtkNew<vtkPNGReader> reader;
  if (!reader->CanReadFile(argv[1]))
  {
    std::cerr << argv[1] << " is not there, or no PNG" << std::endl;
    return EXIT_FAILURE;
  }
  reader->SetFileName(argv[1]);
  reader->Update();
  PictureLimits limits;
  if (argc == 5)
  {
    limits.Lost = std::atoi(argv[4]);
  }
  return MatchesBaseline(reader->GetOutput(), argv[2], argv[3], limits, std::cout) ? EXIT_SUCCESS
                                                                                   : EXIT_FAILURE;
}
