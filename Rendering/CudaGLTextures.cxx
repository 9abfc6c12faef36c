// SPDX-License-Identifier: BSD-3-Clause
#include "CudaGLTextures.h"

#include "Device/WriteSurfaces.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <GL/gl.h>

#include <cuda_gl_interop.h>

struct CudaGLTextures::Internals
{
  /// What CUDA knows of a texture.
  struct Entry
  {
    unsigned int Handle = 0;
    int Channels = 0;
    cudaGraphicsResource_t Resource = nullptr;
    cudaArray_t Array = nullptr; // while it is handed over
    cudaArray_t SurfaceOf = nullptr;
    cudaSurfaceObject_t Surface = 0; // of that array; 0 where the driver makes none

    bool Register(const Texture& texture)
    {
      if (this->Resource && this->Handle == texture.handle)
      {
        return true;
      }
      this->Release();
      // As a surface, a kernel can write it; otherwise it has to be copied, which is slower.
      const unsigned int surface = cudaGraphicsRegisterFlagsSurfaceLoadStore,
                         discard = cudaGraphicsRegisterFlagsWriteDiscard;
      for (unsigned int flags : { surface | discard, surface, discard })
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
      if (cudaGraphicsSubResourceGetMappedArray(&this->Array, this->Resource, 0, 0) != cudaSuccess)
      {
        return false;
      }
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
      return true;
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
        cudaGetLastError(); // the context has gone, and the texture with it
      }
      *this = Entry();
    }
  };

  Entry Entries[2];
  int Mapped = 0; // how many are handed over
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
  // Asking CUDA to register a texture of another vendor's OpenGL has been seen to fail late; its name tells
  // before.
  const GLubyte* vendor = glGetString(GL_VENDOR);
  return vendor && std::strstr(reinterpret_cast<const char*>(vendor), "NVIDIA") != nullptr;
}

bool CudaGLTextures::Map(std::initializer_list<Texture> textures)
{
  Internals& internal = *this->Internal;
  this->Wait();
  this->Unmap();
  const int count = static_cast<int>(textures.size());
  cudaGraphicsResource_t resources[2] = { nullptr, nullptr };
  bool good = count >= 1 && count <= 2;
  for (int i = 0; good && i < count; ++i)
  {
    good = internal.Entries[i].Register(textures.begin()[i]);
    resources[i] = internal.Entries[i].Resource;
  }
  if (good && (good = cudaGraphicsMapResources(count, resources, nullptr) == cudaSuccess))
  {
    internal.Mapped = count;
    good = std::all_of(
      internal.Entries, internal.Entries + count, [](Internals::Entry& entry) { return entry.TakeArray(); });
  }
  if (!good)
  {
    cudaGetLastError();
    this->Release();
  }
  return good;
}

bool CudaGLTextures::Fill(std::initializer_list<const float*> images, int width, int height)
{
  Internals& internal = *this->Internal;
  const int count = static_cast<int>(images.size());
  if (internal.Mapped == 0 || internal.Mapped != count)
  {
    return false;
  }
  inkray::SurfaceImage toWrite[2];
  bool writable = true;
  for (int i = 0; i < count; ++i)
  {
    const Internals::Entry& entry = internal.Entries[i];
    toWrite[i] = { entry.Surface, images.begin()[i], entry.Channels };
    const auto address = reinterpret_cast<std::uintptr_t>(images.begin()[i]);
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
      good = cudaMemcpy2DToArrayAsync(entry.Array, 0, 0, images.begin()[i], row, row,
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
  cudaGraphicsResource_t resources[2] = { internal.Entries[0].Resource, internal.Entries[1].Resource };
  if (cudaGraphicsUnmapResources(internal.Mapped, resources, nullptr) != cudaSuccess)
  {
    cudaGetLastError();
  }
  internal.Mapped = 0;
}

void CudaGLTextures::Wait()
{
  if (this->Internal->Copying && cudaStreamSynchronize(nullptr) != cudaSuccess)
  {
    cudaGetLastError(); // what has failed fails again where it can be told
  }
  this->Internal->Copying = false;
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
