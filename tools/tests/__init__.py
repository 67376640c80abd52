"""Tests of the tools; standard library only."""

import signal

# What is started in the background ignores Ctrl-C and hands that on: tests send it on purpose.
signal.signal(signal.SIGINT, signal.default_int_handler)
