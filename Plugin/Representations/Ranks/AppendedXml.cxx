// SPDX-License-Identifier: BSD-3-Clause
#include "AppendedXml.h"

#include "ServerRanks.h"
#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkNew.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRenderView.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"
#include "vtkXMLParser.h"
#include "vtkXMLUnstructuredGridReader.h"
#include "vtkXMLUnstructuredGridWriter.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace
{
using MakeParser = void* (*)(const char* encoding);          // XML_ParserCreate
using PutOff = unsigned char (*)(void*, unsigned char isOn); // XML_SetReparseDeferralEnabled
const char* const MakeParserName = "XML_ParserCreate";

MakeParser TheirMakeParser = nullptr;
PutOff SetPutOff = nullptr;

void* MakeEagerParser(const char* encoding)
{
  void* const parser = TheirMakeParser(encoding);
  if (parser)
  {
    SetPutOff(parser, 0);
  }
  return parser;
}

using Address = ElfW(Addr);

/// The entries of a loaded library's dynamic section that say which functions of other libraries it calls.
struct Linkage
{
  const ElfW(Sym) * Symbols = nullptr;
  const char* Names = nullptr;
  const ElfW(Rela) * Calls = nullptr; ///< relocations of the calls of other libraries' functions
  std::size_t NumberOfCalls = 0;
};

// The loader describes libraries by addresses that are numbers.
// NOLINTBEGIN(performance-no-int-to-ptr)
Linkage FindLinkage(const dl_phdr_info& library)
{
  Linkage found;
  for (int i = 0; i < library.dlpi_phnum; ++i)
  {
    const auto& header = library.dlpi_phdr[i];
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(library.dlpi_addr + header.p_vaddr);
    for (; header.p_type == PT_DYNAMIC && entry->d_tag != DT_NULL; ++entry)
    {
      const Address value = entry->d_un.d_ptr;
      switch (entry->d_tag)
      {
        case DT_SYMTAB:
          found.Symbols = reinterpret_cast<const ElfW(Sym)*>(value);
          break;
        case DT_STRTAB:
          found.Names = reinterpret_cast<const char*>(value);
          break;
        case DT_JMPREL:
          found.Calls = reinterpret_cast<const ElfW(Rela)*>(value);
          break;
        case DT_PLTRELSZ:
          found.NumberOfCalls = value / sizeof(ElfW(Rela));
          break;
        default:
          break;
      }
    }
  }
  return found;
}

/// Let a library call MakeEagerParser instead of the function in this entry of its call table.
void SetCall(const dl_phdr_info& library, Address place)
{
  const auto page = static_cast<Address>(sysconf(_SC_PAGESIZE));
  const Address first = place / page * page;
  bool isReadOnly = false; // the loader has made the table read-only (RELRO)
  for (int i = 0; i < library.dlpi_phnum; ++i)
  {
    const auto& header = library.dlpi_phdr[i];
    const Address begin = (library.dlpi_addr + header.p_vaddr) / page * page;
    const Address end = (library.dlpi_addr + header.p_vaddr + header.p_memsz) / page * page;
    isReadOnly = isReadOnly || (header.p_type == PT_GNU_RELRO && first >= begin && first < end);
  }
  if (isReadOnly && mprotect(reinterpret_cast<void*>(first), page, PROT_READ | PROT_WRITE) != 0)
  {
    return;
  }
  *reinterpret_cast<MakeParser*>(place) = &MakeEagerParser;
  if (isReadOnly)
  {
    mprotect(reinterpret_cast<void*>(first), page, PROT_READ);
  }
}

/// Callback of dl_iterate_phdr: redirect the calls of XML_ParserCreate in the library loaded at `base`.
int Visit(dl_phdr_info* library, std::size_t, void* base)
{
  if (reinterpret_cast<void*>(library->dlpi_addr) != base)
  {
    return 0;
  }
  const Linkage linkage = FindLinkage(*library);
  const std::size_t count = linkage.Symbols && linkage.Names && linkage.Calls ? linkage.NumberOfCalls : 0;
  for (std::size_t i = 0; i < count; ++i)
  {
    const auto symbol = static_cast<std::size_t>(linkage.Calls[i].r_info >> (sizeof(Address) == 8 ? 32 : 8));
    if (std::strcmp(linkage.Names + linkage.Symbols[symbol].st_name, MakeParserName) == 0)
    {
      SetCall(*library, library->dlpi_addr + linkage.Calls[i].r_offset);
    }
  }
  return 1;
}
// NOLINTEND(performance-no-int-to-ptr)
} // namespace

bool AppendedXml::IsLost()
{
  // Small files are always read. This grid has some tens of kilobytes that cannot be compressed.
  constexpr int numberOfCells = 500;
  vtkNew<vtkPoints> points;
  vtkNew<vtkUnstructuredGrid> grid;
  for (vtkIdType i = 0; i < 4 * numberOfCells; ++i)
  {
    points->InsertNextPoint(std::sin(1.0 * i), std::sin(2.1 * i), std::sin(3.3 * i));
  }
  grid->SetPoints(points);
  for (vtkIdType i = 0; i < numberOfCells; ++i)
  {
    const vtkIdType ids[4] = { 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3 };
    grid->InsertNextCell(VTK_TETRA, 4, ids);
  }

  vtkNew<vtkXMLUnstructuredGridWriter> writer;
  writer->SetInputData(grid);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetCompressorTypeToLZ4();
  writer->WriteToOutputStringOn();
  writer->Write();
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->ReadFromInputStringOn();
  reader->SetInputString(writer->GetOutputString());
  const int warnings = vtkObject::GetGlobalWarningDisplay();
  vtkObject::GlobalWarningDisplayOff();
  reader->Update();
  vtkObject::SetGlobalWarningDisplay(warnings);
  return reader->GetOutput()->GetNumberOfCells() != numberOfCells;
}

void AppendedXml::Mend()
{
  if (SetPutOff || ServerRanks::GetNumberOfRanks() == 1 || !IsLost())
  {
    return;
  }
  Dl_info library;
  if (dladdr(reinterpret_cast<void*>(&vtkXMLParser::New), &library) == 0)
  {
    return;
  }
  // Get the functions of the libexpat that VTK's library is linked with.
  void* const handle = dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle)
  {
    return;
  }
  TheirMakeParser = reinterpret_cast<MakeParser>(dlsym(handle, MakeParserName));
  SetPutOff = reinterpret_cast<PutOff>(dlsym(handle, "XML_SetReparseDeferralEnabled"));
  dlclose(handle); // ParaView keeps the library loaded
  if (TheirMakeParser && SetPutOff)
  {
    dl_iterate_phdr(&Visit, library.dli_fbase);
  }
}

std::string AppendedXml::WhatIsLost(vtkInformation* view, vtkPVDataRepresentation* representation)
{
  if (ServerRanks::GetNumberOfRanks() == 1)
  {
    return std::string();
  }
  static const bool loses = IsLost();
  auto* const renderView = vtkPVRenderView::SafeDownCast(representation->GetView());
  if (!loses || !renderView || !renderView->GetUseOrderedCompositing())
  {
    return std::string();
  }
  // The number of cells of each representation before and after the view redistributes them, over all ranks.
  std::vector<double> cells;
  for (int i = 0; i < renderView->GetNumberOfRepresentations(); ++i)
  {
    auto* other = vtkPVDataRepresentation::SafeDownCast(renderView->GetRepresentation(i));
    if (!other || !other->GetVisibility())
    {
      continue;
    }
    for (vtkDataObject* data :
      { vtkPVView::GetPiece(view, other), vtkPVView::GetDeliveredPiece(view, other) })
    {
      cells.push_back(data ? static_cast<double>(data->GetNumberOfElements(vtkDataObject::CELL)) : 0.0);
    }
  }
  ServerRanks::AddUp(cells.data(), static_cast<int>(cells.size()));
  for (std::size_t i = 0; i < cells.size(); i += 2)
  {
    // Cutting at walls adds cells, but drops cells without an area, so a few cells may be missing.
    if (cells[i + 1] < 0.99 * cells[i] && ServerRanks::GetRank() == 0)
    {
      return "Displays in the view lack pieces: this ParaView loses data that it sends between "
             "its ranks. Switch on 'Use Data Partitions' (advanced) of all displays in the view that have "
             "this property.";
    }
  }
  return std::string();
}
