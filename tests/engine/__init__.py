"""Tests of the kernel, with the toy title, with tiny titles made on the spot, and with the exercises."""
