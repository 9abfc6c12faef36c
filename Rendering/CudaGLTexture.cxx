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

bool CudaGLTexture::Register(unsigned int handle)
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
  return true;
}

bool CudaGLTexture::Copy(std::initializer_list<Image> images, int width, int height)
{
  cudaGraphicsResource_t resources[4] = { nullptr, nullptr, nullptr, nullptr };
  const int count = static_cast<int>(images.size());
  bool good = count <= 4;
  for (int i = 0; good && i < count; ++i)
  {
    const Image& image = images.begin()[i];
    good = image.to->Register(image.handle);
    resources[i] = image.to->Internal->Resource;
  }
  // The images may still be in the making, in a stream that the default stream does not wait for.
  good = good && cudaDeviceSynchronize() == cudaSuccess;
  // Each mapping and each unmapping makes the two wait for each other, so that all images share one.
  if (good && (good = cudaGraphicsMapResources(count, resources, nullptr) == cudaSuccess))
  {
    for (int i = 0; good && i < count; ++i)
    {
      const Image& image = images.begin()[i];
      const std::size_t row = static_cast<std::size_t>(width) * image.channels * sizeof(float);
      cudaArray_t array = nullptr;
      good = cudaGraphicsSubResourceGetMappedArray(&array, resources[i], 0, 0) == cudaSuccess &&
        cudaMemcpy2DToArrayAsync(array, 0, 0, image.pixels, row, row, static_cast<std::size_t>(height), cudaMemcpyDeviceToDevice, nullptr) == cudaSuccess;
    }
    good = cudaGraphicsUnmapResources(count, resources, nullptr) == cudaSuccess && good;
    // From here on the images belong to the next frame.
    good = cudaStreamSynchronize(nullptr) == cudaSuccess && good;
  }
  if (!good)
  {
    cudaGetLastError();
    for (const Image& image : images)
    {
      image.to->Release();
    }
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
