// SPDX-License-Identifier: BSD-3-Clause
#include "pqReportRows.h"

#include <algorithm>
#include <iterator>

namespace
{
using namespace pqReportRows;

struct NamedRow
{
  const char* Name;
  Heading Under;
  const char* Label;
  const char* ToolTip;
};

constexpr NamedRow NamedRows[] = {
  { "drawn by", PICTURE, "Drawn by", "The mapper that drew the last frame." },
  { "device", PICTURE, "Device", "The device that cast the rays of the last frame." },
  { "fallback reason", PICTURE, "Why CPU", "Why the CPU, or a mapper other than the chosen one, draws." },
  { "problem", PICTURE, "Problem", "A problem, and how to solve it." },
  { "note", PICTURE, "Note", "A remark about the picture or the data." },
  { "pipeline", PICTURE, "Pipeline", "The pipeline that traced the rays." },
  { "compaction", PICTURE, "Compaction", "The stream compaction between the kernels." },
  { "image width", PICTURE, "Image Width", "The width of the image of rays. The window shows it scaled." },
  { "image height", PICTURE, "Image Height", "The height of the image of rays. The window shows it scaled." },
  { "edge rays", PICTURE, "Rays at Edges",
    "The rays added for single pixels at edges of a coarse image of rays." },
  { "samples", PICTURE, "Samples", "The paths that each pixel of the picture has so far." },
  { "new samples", PICTURE, "New Samples", "The paths that the last frame added to each pixel." },
  { "rays", PICTURE, "Rays", "The rays that meet the data." },
  { "hits", PICTURE, "Pixels with a Surface", "The pixels that show a surface." },
  { "failed rays", PICTURE, "Failed Rays", "The rays that were given up inside the mesh." },
  { "recast rays", PICTURE, "Recast Rays",
    "The rays that the face test On-Demand VDFI lost and edge functions cast again." },
  { "fragments", PICTURE, "Fragments", "The faces of cells under all pixels." },
  { "unsorted fragments", PICTURE, "Unsorted Fragments",
    "The faces that came after a farther one in the order of centroids." },
  { "late fragments", PICTURE, "Late Fragments", "The faces that the k-buffer could not put in order." },
  { "late rays", PICTURE, "Late Rays",
    "The rays with a late fragment. At most this number of pixels is wrong." },

  { "tetrahedra", DATA, "Tetrahedra", "The tetrahedra that the cells are cut into." },
  { "boundary faces", DATA, "Boundary Faces", "The faces of tetrahedra on the surface of the mesh." },
  { "faces", DATA, "Faces", "The faces of tetrahedra that are sorted." },
  { "left out faces", DATA, "Faces Left Out", "The faces that the level of detail leaves out." },
  { "triangles", DATA, "Triangles", "The triangles of other displays that take part." },
  { "left out", DATA, "Triangles Left Out", "The triangles that are degenerate or not finite." },
  { "smallest value", DATA, "Smallest Value", "The smallest value that can be drawn." },
  { "largest value", DATA, "Largest Value", "The largest value that can be drawn." },
  { "largest gradient", DATA, "Largest Gradient", "The largest gradient magnitude that a frame has met." },
  { "list entries", DATA, "Ray Entries",
    "The places where rays enter the mesh, or faces in the lists of tiles." },
  { "leaves", DATA, "Bricks", "The bricks of the image, by which rays skip empty space." },
  { "active leaves", DATA, "Active Bricks", "The bricks that a surface passes through." },
  { "rounds", DATA, "Rounds", "The number of times that rays went through the tree of bricks." },
  { "queue items", DATA, "Queued Rays", "The rays that went into the compactions." },
  { "kept items", DATA, "Kept Rays", "The rays that the compactions kept." },

  { "frame", TIMES, "Frame", "The time of the whole frame." },
  { "share of the view", TIMES, "Part of the View", "The share of Frame in the time of the whole view." },
  { "adjacency", TIMES, "Mesh Connectivity",
    "Cutting cells into tetrahedra and finding neighbors. 0 if the mesh is the same." },
  { "bricks", TIMES, "Bricks", "Finding the range of values in each brick. 0 if the data are the same." },
  { "upload", TIMES, "Copy to Device", "Copying the data to the device. 0 if the data are the same." },
  { "rebuild", TIMES, "Build Tree",
    "Building the tree over the bricks or surfaces. 0 if they are the same." },
  { "sort", TIMES, "Sort Faces", "Sorting the faces by depth." },
  { "lists", TIMES, "Sort Rays", "Finding and sorting the places where rays enter the mesh." },
  { "cast", TIMES, "Ray Casting", "Casting the rays." },
  { "trace", TIMES, "Path Tracing", "Tracing the new samples." },
  { "present", TIMES, "Copy to Window", "Copying the picture to the window." },
  { "rows by GPU", TIMES, "Rows by GPU", "The rows of the picture that each GPU has cast." },

  { "mesh memory", MEMORY, "Mesh", "The memory of the mesh and its values." },
  { "volume memory", MEMORY, "Image Data", "The memory of the values of the image." },
  { "brick memory", MEMORY, "Bricks", "The memory of the bricks and the tree over them." },
  { "scene memory", MEMORY, "Scene", "The memory of data and surfaces." },
  { "frame memory", MEMORY, "Frame", "The memory of the picture and what rays need." },
  { "set-up memory", MEMORY, "Peak While Preparing", "The most memory used while the mesh was prepared." },
  { "pieces", MEMORY, "Pieces",
    "The pieces that the data are cut into, because they are larger than GPU Memory." },
  { "resident pieces", MEMORY, "Pieces on Device", "The pieces that stay on the device between frames." },
  { "pieces left out", MEMORY, "Pieces Left Out",
    "The pieces that a moving picture leaves out, because they would come to the device too late." },
  { "sent for the frame", MEMORY, "Sent for the Frame",
    "The data of pieces that were copied to the device for the last frame." },
  { "mesh uploads", MEMORY, "Mesh Copies", "How often the mesh was copied to the device." },
  { "volume uploads", MEMORY, "Image Copies", "How often the image was copied to the device." },
  { "scene uploads", MEMORY, "Scene Copies", "How often the scene was copied to the device." },
  { "sky uploads", MEMORY, "Environment Copies", "How often the environment was copied to the device." },
  { "scalar uploads", MEMORY, "Array Copies", "How often values were copied to the device." },
  { "transfer function uploads", MEMORY, "Function Copies",
    "How often color and opacity functions were copied to the device." },
  { "color array uploads", MEMORY, "Color Array Copies",
    "How often the array that colors surfaces was copied to the device." },
  { "color table uploads", MEMORY, "Color Map Copies",
    "How often the color map of surfaces was copied to the device." },
  { "isosurface uploads", MEMORY, "Isovalue Copies",
    "How often the table of isosurfaces was copied to the device." },
};
} // namespace

QString pqReportRows::LabelOf(Heading heading)
{
  const char* const labels[NUMBER_OF_HEADINGS] = { "Picture", "Data", "Times", "Memory" };
  return labels[heading];
}

pqReportRows::Row pqReportRows::Find(const QString& name, const QString& unit)
{
  const auto* const found = std::find_if(
    std::begin(NamedRows), std::end(NamedRows), [&name](const NamedRow& row) { return name == row.Name; });
  if (found != std::end(NamedRows))
  {
    return { found->Under, found->Label, found->ToolTip };
  }
  const Heading under = unit == "ms" ? TIMES : unit == "MiB" ? MEMORY : PICTURE;
  return { under, name.left(1).toUpper() + name.mid(1), QString() };
}
