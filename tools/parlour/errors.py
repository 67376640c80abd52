"""What can go wrong with an engine: each error has a stable code and a text for people."""


class EngineError(Exception):
    """Something went wrong with an engine."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code, self.text = code, text

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


class Refused(EngineError):
    """The engine has refused a line, which changed nothing; `code` is one of protocol.md."""


class EngineTerminated(EngineError):
    """The engine has ended or closed its output, or was closed; the code is `closed`."""

    def __init__(self, text: str = "the engine has ended or closed its output") -> None:
        super().__init__("closed", text)

    def __reduce__(self) -> tuple[type[EngineError], tuple[str]]:
        return type(self), (self.text,)


class NoAnswer(EngineError, TimeoutError):
    """The engine owes an answer and has not given it in time; the code is `no-answer`."""

    def __init__(self, text: str = "nothing final was said in time") -> None:
        super().__init__("no-answer", text)

    def __reduce__(self) -> tuple[type[EngineError], tuple[str]]:
        return type(self), (self.text,)


class BadAnswer(EngineError):
    """The engine has given an answer that cannot be read; the code is `bad-answer`."""

    def __init__(self, text: str) -> None:
        super().__init__("bad-answer", text)

    def __reduce__(self) -> tuple[type[EngineError], tuple[str]]:
        return type(self), (self.text,)
