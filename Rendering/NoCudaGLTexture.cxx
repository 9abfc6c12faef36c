// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has nothing to share.
#include "CudaGLTexture.h"

struct CudaGLTexture::Internals
{
};

CudaGLTexture::CudaGLTexture() = default;
CudaGLTexture::~CudaGLTexture() = default;

bool CudaGLTexture::MayWork()
{
  return false;
}

bool CudaGLTexture::Register(unsigned int)
{
  return false;
}

bool CudaGLTexture::Copy(std::initializer_list<Image>, int, int)
{
  return false;
}

void CudaGLTexture::Release()
{
}
