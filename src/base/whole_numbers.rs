//! Whole numbers that are read from text.

/// Reads a whole number with or without a sign.
///
/// One that is too large is the largest there is.
///
/// `None` if the text is anything but digits after an optional sign.
///
/// # Examples
/// ```
/// use parlour::base::whole_numbers::read_whole_number;
/// assert_eq!(read_whole_number("-12"), Some(-12));
/// assert_eq!(read_whole_number(&"9".repeat(50)), Some(i128::MAX));
/// assert_eq!(read_whole_number("1.5"), None);
/// assert_eq!(read_whole_number("+"), None);
/// ```
pub fn read_whole_number(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let most = if text.starts_with('-') { i128::MIN } else { i128::MAX };
    is_number.then(|| text.parse().unwrap_or(most))
}
