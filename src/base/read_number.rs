//! Whole numbers in text.

/// Reads a whole number with or without a sign; one that is too large is the largest there is.
///
/// `None` if the text is anything but digits after an optional sign.
///
/// # Examples
/// ```
/// use parlour::base::read_number::read_whole;
/// assert_eq!(read_whole("-12"), Some(-12));
/// assert_eq!(read_whole(&"9".repeat(50)), Some(i128::MAX));
/// assert_eq!(read_whole("1.5"), None);
/// assert_eq!(read_whole("+"), None);
/// ```
pub fn read_whole(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let most = if text.starts_with('-') { i128::MIN } else { i128::MAX };
    is_number.then(|| text.parse().unwrap_or(most))
}
