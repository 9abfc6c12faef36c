// SPDX-License-Identifier: BSD-3-Clause
#include "CudaGLTexture.h"

#include <cstddef>
#include <cstring>

#include <GL/gl.h>

#include <cuda_gl_interop.h>

struct CudaGLTexture::Internals
{
  cudaGraphicsResource_t Resource = nullptr;
  unsigned int Handle = 0;
};

CudaGLTexture::CudaGLTexture()
  : Internal(std::make_unique<Internals>())
{
}

CudaGLTexture::~CudaGLTexture()
{
  this->Release();
}

bool CudaGLTexture::MayWork()
{
  // Asking CUDA to register a texture of another vendor's OpenGL has been seen to fail late; its name tells before.
  const GLubyte* vendor = glGetString(GL_VENDOR);
  return vendor && std::strstr(reinterpret_cast<const char*>(vendor), "NVIDIA") != nullptr;
}

bool CudaGLTexture::Copy(unsigned int handle, const float* pixels, int width, int height, int channels)
{
  if (this->Internal->Handle != handle)
  {
    this->Release();
    if (cudaGraphicsGLRegisterImage(&this->Internal->Resource, handle, GL_TEXTURE_2D, cudaGraphicsRegisterFlagsWriteDiscard) != cudaSuccess)
    {
      this->Internal->Resource = nullptr;
      cudaGetLastError();
      return false;
    }
    this->Internal->Handle = handle;
  }
  const std::size_t row = static_cast<std::size_t>(width) * channels * sizeof(float);
  cudaArray_t array = nullptr;
  bool good = cudaGraphicsMapResources(1, &this->Internal->Resource, nullptr) == cudaSuccess;
  if (good)
  {
    good = cudaGraphicsSubResourceGetMappedArray(&array, this->Internal->Resource, 0, 0) == cudaSuccess &&
      cudaMemcpy2DToArray(array, 0, 0, pixels, row, row, static_cast<std::size_t>(height), cudaMemcpyDeviceToDevice) == cudaSuccess;
    good = cudaGraphicsUnmapResources(1, &this->Internal->Resource, nullptr) == cudaSuccess && good;
  }
  if (!good)
  {
    cudaGetLastError();
    this->Release();
  }
  return good;
}

void CudaGLTexture::Release()
{
  if (this->Internal->Resource && cudaGraphicsUnregisterResource(this->Internal->Resource) != cudaSuccess)
  {
    cudaGetLastError(); // the context has gone, and the texture with it
  }
  this->Internal->Resource = nullptr;
  this->Internal->Handle = 0;
}
