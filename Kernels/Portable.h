// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The one preprocessor switch of the algorithms: functions marked INKRAY_HD are compiled for the host and, by nvcc, for the device.
#ifdef __CUDACC__
#define INKRAY_HD __host__ __device__ __forceinline__
#else
#define INKRAY_HD inline
#endif
