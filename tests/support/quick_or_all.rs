//! How much of a long test is run: a part of it, or all with `PARLOUR_TESTS=all`.

/// Whether the environment has `PARLOUR_TESTS=all`.
pub(crate) fn all_is_tested() -> bool {
    std::env::var_os("PARLOUR_TESTS").is_some_and(|value| value == "all")
}

/// `quick`, or `all` with `PARLOUR_TESTS=all`.
pub(crate) fn quick_or_all<T>(quick: T, all: T) -> T {
    if all_is_tested() { all } else { quick }
}
