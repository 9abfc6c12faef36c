// SPDX-License-Identifier: BSD-3-Clause
#include "CudaGLTextures.h"

#include "Device/WriteSurfaces.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include <GL/gl.h>

#include <cuda_gl_interop.h>

struct CudaGLTextures::Internals
{
  /// A texture registered with CUDA.
  struct Entry
  {
    unsigned int Handle = 0;
    int Channels = 0;
    cudaGraphicsResource_t Resource = nullptr;
    cudaArray_t Array = nullptr; // while the texture is mapped
    cudaArray_t SurfaceOf = nullptr;
    cudaSurfaceObject_t Surface = 0; // a surface of that array; 0 if the driver refuses to make it

    /// Registers a texture with the first of `choices` that the driver accepts.
    bool Register(const Texture& texture, std::initializer_list<unsigned int> choices)
    {
      if (this->Resource && this->Handle == texture.handle)
      {
        return true;
      }
      this->Release();
      for (unsigned int flags : choices)
      {
        if (cudaGraphicsGLRegisterImage(&this->Resource, texture.handle, GL_TEXTURE_2D, flags) == cudaSuccess)
        {
          this->Handle = texture.handle;
          this->Channels = texture.channels;
          return true;
        }
        cudaGetLastError();
        this->Resource = nullptr;
      }
      return false;
    }

    bool TakeArray()
    {
      return cudaGraphicsSubResourceGetMappedArray(&this->Array, this->Resource, 0, 0) == cudaSuccess;
    }

    void TakeSurface()
    {
      if (this->Array != this->SurfaceOf)
      {
        this->ReleaseSurface();
        cudaResourceDesc description{};
        description.resType = cudaResourceTypeArray;
        description.res.array.array = this->Array;
        if (cudaCreateSurfaceObject(&this->Surface, &description) != cudaSuccess)
        {
          cudaGetLastError();
          this->Surface = 0;
        }
        this->SurfaceOf = this->Array;
      }
    }

    void ReleaseSurface()
    {
      if (this->Surface && cudaDestroySurfaceObject(this->Surface) != cudaSuccess)
      {
        cudaGetLastError();
      }
      this->Surface = 0;
      this->SurfaceOf = nullptr;
    }

    void Release()
    {
      this->ReleaseSurface();
      if (this->Resource && cudaGraphicsUnregisterResource(this->Resource) != cudaSuccess)
      {
        cudaGetLastError(); // the context has ended, and the texture with it
      }
      *this = Entry();
    }
  };

  ~Internals() { this->FreeFloats(); }

  void FreeFloats()
  {
    if (this->Floats && cudaFree(this->Floats) != cudaSuccess)
    {
      cudaGetLastError(); // the context has ended, and the memory with it
    }
    this->Floats = nullptr;
    this->FloatsSize = 0;
  }

  static constexpr int ToRead = 2;
  Entry Entries[3]; // two textures to fill, and a texture to read
  cudaGraphicsResource_t MappedResources[3];
  int Mapped = 0;          // how many are mapped
  int ToFill = 0;          // number of textures to fill
  float* Floats = nullptr; // result of Read
  std::size_t FloatsSize = 0;
  bool Copying = false;
};

CudaGLTextures::CudaGLTextures()
  : Internal(std::make_unique<Internals>())
{
}

CudaGLTextures::~CudaGLTextures()
{
  this->Release();
}

bool CudaGLTextures::MayWork()
{
  // Check the vendor's name first: registering a texture of another vendor's OpenGL may fail only later.
  const GLubyte* vendor = glGetString(GL_VENDOR);
  return vendor && std::strstr(reinterpret_cast<const char*>(vendor), "NVIDIA") != nullptr;
}

bool CudaGLTextures::Map(const std::vector<Texture>& textures, unsigned int toRead)
{
  Internals& internal = *this->Internal;
  this->Wait();
  this->Unmap();
  // A kernel can write a texture as a surface. Otherwise the image has to be copied, which is slower.
  const unsigned int surface = cudaGraphicsRegisterFlagsSurfaceLoadStore,
                     discard = cudaGraphicsRegisterFlagsWriteDiscard,
                     readOnly = cudaGraphicsRegisterFlagsReadOnly;
  const int count = static_cast<int>(textures.size());
  std::vector<Internals::Entry*> entries;
  bool good = count >= 1 && count <= Internals::ToRead;
  for (int i = 0; good && i < count; ++i)
  {
    entries.push_back(&internal.Entries[i]);
    good = entries.back()->Register(textures[i], { surface | discard, surface, discard });
  }
  if (good && toRead)
  {
    entries.push_back(&internal.Entries[Internals::ToRead]);
    good = entries.back()->Register({ toRead, 1 }, { readOnly });
  }
  std::transform(entries.begin(), entries.end(), internal.MappedResources,
    [](const Internals::Entry* entry) { return entry->Resource; });
  const int all = static_cast<int>(entries.size());
  if (good && (good = cudaGraphicsMapResources(all, internal.MappedResources, nullptr) == cudaSuccess))
  {
    internal.Mapped = all;
    internal.ToFill = count;
    good =
      std::all_of(entries.begin(), entries.end(), [](Internals::Entry* entry) { return entry->TakeArray(); });
    for (int i = 0; good && i < count; ++i)
    {
      internal.Entries[i].TakeSurface();
    }
  }
  if (!good)
  {
    cudaGetLastError();
    this->Release();
  }
  return good;
}

const float* CudaGLTextures::Read(int width, int height)
{
  Internals& internal = *this->Internal;
  const std::size_t row = static_cast<std::size_t>(width) * sizeof(float), size = row * height;
  bool good = internal.Mapped > internal.ToFill;
  if (good && internal.FloatsSize != size)
  {
    internal.FreeFloats();
    good = cudaMalloc(reinterpret_cast<void**>(&internal.Floats), size) == cudaSuccess;
    internal.FloatsSize = good ? size : 0;
  }
  // Casters work in their own streams, so the copy has to be complete before they begin.
  good = good &&
    cudaMemcpy2DFromArrayAsync(internal.Floats, row, internal.Entries[Internals::ToRead].Array, 0, 0, row,
      static_cast<std::size_t>(height), cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess &&
    cudaStreamSynchronize(nullptr) == cudaSuccess;
  if (!good)
  {
    cudaGetLastError();
  }
  return good ? internal.Floats : nullptr;
}

bool CudaGLTextures::Fill(const std::vector<const float*>& images, int width, int height)
{
  Internals& internal = *this->Internal;
  const int count = static_cast<int>(images.size());
  if (internal.Mapped == 0 || internal.ToFill != count)
  {
    return false;
  }
  inkray::SurfaceImage toWrite[2];
  bool writable = true;
  for (int i = 0; i < count; ++i)
  {
    const Internals::Entry& entry = internal.Entries[i];
    toWrite[i] = { entry.Surface, images[i], entry.Channels };
    const auto address = reinterpret_cast<std::uintptr_t>(images[i]);
    writable =
      writable && entry.Surface && (entry.Channels == 1 || (entry.Channels == 4 && address % 16 == 0));
  }
  bool good = writable && inkray::writeSurfaces(toWrite[0], toWrite[1], width, height);
  if (!good)
  {
    good = true;
    for (int i = 0; good && i < count; ++i)
    {
      const Internals::Entry& entry = internal.Entries[i];
      const std::size_t row = static_cast<std::size_t>(width) * entry.Channels * sizeof(float);
      good = cudaMemcpy2DToArrayAsync(entry.Array, 0, 0, images[i], row, row,
               static_cast<std::size_t>(height), cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess;
    }
  }
  internal.Copying = true;
  this->Unmap();
  if (!good)
  {
    cudaGetLastError();
    this->Release();
  }
  return good;
}

void CudaGLTextures::Unmap()
{
  Internals& internal = *this->Internal;
  if (internal.Mapped == 0)
  {
    return;
  }
  if (cudaGraphicsUnmapResources(internal.Mapped, internal.MappedResources, nullptr) != cudaSuccess)
  {
    cudaGetLastError();
  }
  internal.Mapped = 0;
}

void CudaGLTextures::Wait()
{
  if (this->Internal->Copying && cudaStreamSynchronize(nullptr) != cudaSuccess)
  {
    cudaGetLastError(); // the error comes again where it can be reported
  }
  this->Internal->Copying = false;
}

std::size_t CudaGLTextures::GetDeviceBytes() const
{
  return this->Internal->FloatsSize;
}

void CudaGLTextures::Release()
{
  this->Wait();
  this->Unmap();
  for (Internals::Entry& entry : this->Internal->Entries)
  {
    entry.Release();
  }
}
