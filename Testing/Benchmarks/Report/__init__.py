# SPDX-License-Identifier: BSD-3-Clause
"""inkray-bench: runs every benchmark program by one command, and reports the papers' rows, tables and
figures."""
