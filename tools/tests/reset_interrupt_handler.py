"""Ctrl-C interrupts the tests, however they were started."""

import signal


def reset_interrupt_handler() -> None:
    """Lets SIGINT raise KeyboardInterrupt, here and in the processes that the tests start.

    What is started in the background ignores Ctrl-C and hands that on: tests send it on purpose.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
