# SPDX-License-Identifier: BSD-3-Clause
"""The exception of a signal's handler reaches the caller, however the interrupted work ends."""

import signal
import unittest

import inkray_interrupt

ENDS = ("done", "aborted", "out of memory", "bad_alloc", "no exception of ours")


class Interrupts(unittest.TestCase):
    def test_ctrl_c(self):
        for how in ENDS:
            with self.subTest(how), self.assertRaises(KeyboardInterrupt):
                inkray_interrupt.work(signal.SIGINT, how)

    def test_handler_that_raises(self):
        def handler(*_):
            raise LookupError("of the handler")

        before = signal.signal(signal.SIGALRM, handler)
        try:
            for how in ENDS:
                with self.subTest(how), self.assertRaisesRegex(LookupError, "of the handler"):
                    inkray_interrupt.work(signal.SIGALRM, how)
        finally:
            signal.signal(signal.SIGALRM, before)

    def test_handler_that_does_not(self):
        seen = []
        before = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        try:
            self.assertFalse(inkray_interrupt.work(signal.SIGALRM, "done"))
            with self.assertRaises(MemoryError):
                inkray_interrupt.work(signal.SIGALRM, "bad_alloc")
        finally:
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(seen, [1, 1])


if __name__ == "__main__":
    unittest.main()
