//! A writer of SVG documents: some elements a line, every text escaped.
//!
//! All lengths are whole numbers, in the units of the `viewBox`. Colours are in the style sheet, so
//! that an element has a class in place of them.

use std::fmt::{self, Display, Write as _};

use super::Theme;

/// A place in the picture, from the top left.
pub type Point = (i32, i32);

/// A rectangle, with the radius of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The left edge.
    pub x: i32,
    /// The top edge.
    pub y: i32,
    /// From the left to the right edge.
    pub width: i32,
    /// From the top to the bottom edge.
    pub height: i32,
    /// The radius of the corners, 0 for none.
    pub radius: i32,
}

impl Rectangle {
    /// The square of this side length round a point.
    pub const fn square((x, y): Point, side: i32) -> Self {
        Self { x: x - side / 2, y: y - side / 2, width: side, height: side, radius: 0 }
    }
}

/// The beginning of a picture.
pub struct PictureHead<'a> {
    /// The game, in small letters: `parlour-<game>` is a class of the picture.
    pub game: &'a str,
    /// The picture in some words.
    pub title: &'a str,
    /// The picture in some sentences, for those who do not see it.
    pub description: &'a str,
    /// Width and height.
    pub size: (i32, i32),
    /// Colours and styles.
    pub theme: &'a Theme,
}

/// Names and values of an element, in their order.
pub type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// An SVG document that is being written.
///
/// # Examples
/// ```
/// use parlour::board::svg_drawing::{PictureHead, Svg, Theme};
/// let theme = Theme { colours: &[], rules: &[] };
/// let head =
///     PictureHead { game: "nim", title: "Heaps & more", description: "", size: (10, 10), theme: &theme };
/// let mut svg = Svg::new(&head);
/// svg.circle((5, 5), 3, "parlour-first");
/// let text = svg.finish();
/// assert!(text.contains("<title>Heaps &amp; more</title>\n"));
/// assert!(text.ends_with("<circle class=\"parlour-first\" cx=\"5\" cy=\"5\" r=\"3\"/>\n</svg>\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    text: String,
    /// Where the present line begins.
    line_start: usize,
}

/// Bytes that most documents fit into.
const CAPACITY: usize = 1 << 16;

/// A line that is at least this long ends after its element.
const LEAST_LINE_LENGTH: usize = 600;

impl Svg {
    /// A document with its head: size, title, description and style sheet.
    pub fn new(head: &PictureHead<'_>) -> Self {
        let mut svg = Self { text: String::with_capacity(CAPACITY), line_start: 0 };
        let (width, height) = head.size;
        svg.open(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("class", &format_args!("parlour-picture parlour-{}", head.game)),
                ("viewBox", &format_args!("0 0 {width} {height}")),
                ("role", &"img"),
            ],
        );
        svg.end_line();
        svg.text("title", &[], head.title);
        svg.end_line();
        svg.text("desc", &[], head.description);
        svg.end_line();
        svg.open("style", &[]);
        for rule in head.theme.style_sheet(head.game) {
            svg.end_line();
            svg.push_escaped(&rule);
        }
        svg.end_line();
        svg.close("style");
        svg.end_line();
        svg
    }

    /// The whole document; each of its lines ends with a newline.
    pub fn finish(mut self) -> String {
        self.end_line();
        self.close("svg");
        self.end_line();
        self.text
    }

    /// A diamond round a point, which is this far from its corners.
    pub fn diamond(&mut self, (x, y): Point, far: i32, class: &str) {
        let top = y - far;
        self.path(format_args!("M{x} {top}l{far} {far}l-{far} {far}l-{far} -{far}z"), class);
    }

    /// An element without contents.
    pub fn element(&mut self, name: &str, attributes: Attributes<'_>) {
        self.push_tag(name, attributes);
        self.text.push_str("/>");
        self.break_line();
    }

    /// The beginning of an element with contents, up to [`Self::close`].
    pub fn open(&mut self, name: &str, attributes: Attributes<'_>) {
        self.push_tag(name, attributes);
        self.text.push('>');
    }

    /// The end of the element that was opened last.
    pub fn close(&mut self, name: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "</{name}>");
        self.break_line();
    }

    /// An element with a text.
    pub fn text(&mut self, name: &str, attributes: Attributes<'_>, text: impl Display) {
        self.push_tag(name, attributes);
        self.text.push('>');
        self.push_escaped(&text);
        self.close(name);
    }

    /// A circle of this radius.
    pub fn circle(&mut self, (x, y): Point, radius: i32, class: &str) {
        self.element("circle", &[("class", &class), ("cx", &x), ("cy", &y), ("r", &radius)]);
    }

    /// A rectangle.
    pub fn rectangle(&mut self, rectangle: Rectangle, class: &str) {
        self.rectangle_with(rectangle, &[("class", &class)]);
    }

    /// A rectangle with these attributes.
    pub fn rectangle_with(&mut self, rectangle: Rectangle, attributes: Attributes<'_>) {
        let Rectangle { x, y, width, height, radius } = rectangle;
        let mut all = attributes.to_vec();
        all.extend::<[(&str, &dyn Display); 4]>([
            ("x", &x),
            ("y", &y),
            ("width", &width),
            ("height", &height),
        ]);
        if radius > 0 {
            all.push(("rx", &radius));
        }
        self.element("rect", &all);
    }

    /// A straight line.
    pub fn straight_line(&mut self, (x1, y1): Point, (x2, y2): Point, class: &str) {
        let ends: Attributes<'_> =
            &[("class", &class), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
        self.element("line", ends);
    }

    /// A path in the language of the attribute `d`.
    pub fn path(&mut self, d: impl Display, class: &str) {
        self.element("path", &[("class", &class), ("d", &d)]);
    }

    /// A text with its middle at this point.
    pub fn label(&mut self, (x, y): Point, class: &str, text: impl Display) {
        self.text("text", &[("class", &class), ("x", &x), ("y", &y), ("dy", &".35em")], text);
    }

    fn end_line(&mut self) {
        if self.text.len() > self.line_start {
            self.text.push('\n');
            self.line_start = self.text.len();
        }
    }

    fn break_line(&mut self) {
        if self.text.len() - self.line_start >= LEAST_LINE_LENGTH {
            self.end_line();
        }
    }

    fn push_tag(&mut self, name: &str, attributes: Attributes<'_>) {
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            self.push_escaped(value);
            self.text.push('"');
        }
    }

    fn push_escaped(&mut self, text: &dyn Display) {
        // Writing to a string cannot fail.
        let _ = write!(Escaped(&mut self.text), "{text}");
    }
}

/// A string to which texts are written escaped. Control characters become spaces, so that an
/// element is on one line.
struct Escaped<'a>(&'a mut String);

impl fmt::Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_special =
            |letter: char| matches!(letter, '&' | '<' | '>' | '"') || letter.is_control();
        let mut rest = text;
        while let Some(at) = rest.find(is_special) {
            let (plain, special) = rest.split_at(at);
            self.0.push_str(plain);
            let mut letters = special.chars();
            self.0.push_str(match letters.next() {
                Some('&') => "&amp;",
                Some('<') => "&lt;",
                Some('>') => "&gt;",
                Some('"') => "&quot;",
                _ => " ",
            });
            rest = letters.as_str();
        }
        self.0.push_str(rest);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{PictureHead, Svg, Theme};

    #[test]
    fn texts_and_values_are_escaped_and_stay_on_their_line() {
        let theme = Theme { colours: &[], rules: &[] };
        let head = PictureHead {
            game: "x",
            title: "a<b",
            description: "c\nd",
            size: (1, 1),
            theme: &theme,
        };
        let mut svg = Svg::new(&head);
        svg.text("text", &[("class", &"\"'&")], "]]>");
        let text = svg.finish();
        for part in
            ["<title>a&lt;b</title>", "<desc>c d</desc>", "<text class=\"&quot;'&amp;\">]]&gt;<"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
