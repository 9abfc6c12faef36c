// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has nothing to share.
#include "CudaGLTextures.h"

struct CudaGLTextures::Internals
{
};

CudaGLTextures::CudaGLTextures() = default;
CudaGLTextures::~CudaGLTextures() = default;

bool CudaGLTextures::MayWork()
{
  return false;
}

bool CudaGLTextures::Map(std::initializer_list<Texture>)
{
  return false;
}

bool CudaGLTextures::Fill(std::initializer_list<const float*>, int, int)
{
  return false;
}

void CudaGLTextures::Unmap()
{
}

void CudaGLTextures::Wait()
{
}

void CudaGLTextures::Release()
{
}
