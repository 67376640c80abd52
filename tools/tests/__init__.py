"""Tests of the tools; standard library only."""

from tests.reset_interrupt_handler import reset_interrupt_handler

reset_interrupt_handler()
