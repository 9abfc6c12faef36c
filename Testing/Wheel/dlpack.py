# SPDX-License-Identifier: BSD-3-Clause
"""Arrays that offer only DLPack, made by hand. They lie in host memory or on a CUDA device, or only claim
to."""

import ctypes

import numpy as np

CPU, CUDA = 1, 2
_CODES = {"i": 0, "u": 1, "f": 2}


class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = (ctypes.py_object,
                                               [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p])


class Array:
    """An array of numbers at an address. It counts the capsules that it gives and those that come back. It
    keeps the streams that callers ask for."""

    def __init__(self, address, shape, dtype, device=(CPU, 0), strides=None, owner=None):
        self.address, self.shape, self.dtype, self.device = address, shape, np.dtype(dtype), device
        self.strides, self.owner = strides, owner
        self.given, self.returned, self.streams, self._alive = 0, 0, [], {}

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, stream=None, **_):
        self.streams.append(stream)
        managed = _Managed()
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        strides = (ctypes.c_int64 * len(self.shape))(*self.strides) if self.strides else None
        managed.tensor = _Tensor(self.address, *self.device, len(self.shape), _CODES[self.dtype.kind],
                                 8 * self.dtype.itemsize, 1,
                                 ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
                                 ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64)) if strides else None, 0)
        key = ctypes.addressof(managed)

        def give_back(_):
            self.returned += 1

        managed.deleter = _Deleter(give_back)
        self._alive[key] = managed, shape, strides
        self.given += 1
        return _new_capsule(key, b"dltensor", None)


class Driver:
    """Memory of the first CUDA device, by the CUDA driver alone. The constructor raises OSError if there is
    no device."""

    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        context, device = ctypes.c_void_p(), ctypes.c_int()
        for code in (self.cuda.cuInit(0), self.cuda.cuDeviceGet(ctypes.byref(device), 0),
                     self.cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device),
                     self.cuda.cuCtxSetCurrent(context)):
            if code:
                raise OSError(f"the CUDA driver says {code}")

    def array(self, numbers):
        """Copies an array of numpy to the device."""
        numbers = np.ascontiguousarray(numbers)
        address = ctypes.c_uint64()
        assert self.cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(numbers.nbytes)) == 0
        assert self.cuda.cuMemcpyHtoD_v2(address, ctypes.c_void_p(numbers.ctypes.data),
                                         ctypes.c_size_t(numbers.nbytes)) == 0
        return Array(address.value, numbers.shape, numbers.dtype, (CUDA, 0))

    def free(self, array):
        assert self.cuda.cuMemFree_v2(ctypes.c_uint64(array.address)) == 0
