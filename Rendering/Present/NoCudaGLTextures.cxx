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

bool CudaGLTextures::Map(const std::vector<Texture>&, unsigned int)
{
  return false;
}

const float* CudaGLTextures::Read(int, int)
{
  return nullptr;
}

bool CudaGLTextures::Fill(const std::vector<const float*>&, int, int)
{
  return false;
}

void CudaGLTextures::Unmap()
{
}

void CudaGLTextures::Wait()
{
}

std::size_t CudaGLTextures::GetDeviceBytes() const
{
  return 0;
}

void CudaGLTextures::Release()
{
}
