// SPDX-License-Identifier: BSD-3-Clause
#include "vtkCudaDevicesInformation.h"

#include "Device/Device.h"
#include "vtkClientServerStream.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkCudaDevicesInformation);

vtkCudaDevicesInformation::vtkCudaDevicesInformation()
{
  this->RootOnly = 1;
}

vtkCudaDevicesInformation::~vtkCudaDevicesInformation() = default;

void vtkCudaDevicesInformation::CopyFromObject(vtkObject*)
{
  this->Names = inkray::cudaDeviceNames();
}

void vtkCudaDevicesInformation::CopyToStream(vtkClientServerStream* stream)
{
  stream->Reset();
  *stream << vtkClientServerStream::Reply;
  for (const std::string& name : this->Names)
  {
    *stream << name.c_str();
  }
  *stream << vtkClientServerStream::End;
}

void vtkCudaDevicesInformation::CopyFromStream(const vtkClientServerStream* stream)
{
  this->Names.clear();
  for (int i = 0; i < stream->GetNumberOfArguments(0); ++i)
  {
    const char* name = nullptr;
    if (!stream->GetArgument(0, i, &name) || !name)
    {
      return;
    }
    this->Names.emplace_back(name);
  }
}

void vtkCudaDevicesInformation::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  for (const std::string& name : this->Names)
  {
    os << indent << "Name: " << name << "\n";
  }
}
