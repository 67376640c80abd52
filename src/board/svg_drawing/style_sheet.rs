//! The style sheet of a picture: colours for light and dark surroundings, which a page may set.
//!
//! A colour `first` is used as `var(--parlour-first, …)`: a page that contains the picture sets
//! `--parlour-first` to have another colour. Programs that do not know such variables use the colour
//! for light surroundings.

/// A colour of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// Its name: a page sets it as `--parlour-<name>`.
    pub name: &'static str,
    /// Its value in light surroundings.
    pub light: &'static str,
    /// Its value in dark surroundings.
    pub dark: &'static str,
}

impl Colour {
    /// A colour with its values in light and in dark surroundings.
    pub const fn new(name: &'static str, light: &'static str, dark: &'static str) -> Self {
        Self { name, light, dark }
    }
}

/// The colours and the styles of the pictures of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its colours; those of the same name in [`COLOURS`] give way to them.
    pub colours: &'static [Colour],
    /// Class and declarations of each style; `$first` is the colour `first`.
    pub rules: &'static [(&'static str, &'static str)],
}

/// The colours that every picture has.
pub const COLOURS: &[Colour] = &[
    Colour::new("first", "#d62f3a", "#e5484d"),
    Colour::new("first-edge", "#8d1620", "#7d121b"),
    Colour::new("second", "#f6c52c", "#f2bd23"),
    Colour::new("second-edge", "#a87706", "#8f6404"),
    Colour::new("frame", "#efe7da", "#2a2724"),
    Colour::new("label", "#5b5145", "#c9beb0"),
    Colour::new("last", "#ffffff", "#ffffff"),
    Colour::new("win", "#17b26a", "#3ddc97"),
    Colour::new("next", "#2f7de1", "#6cb2ff"),
    Colour::new("chosen", "#2f7de1", "#6cb2ff"),
];

/// The styles that every picture has.
const RULES: &[(&str, &str)] = &[
    ("frame", "fill:$frame"),
    (
        "label",
        "fill:$label;font-family:system-ui,DejaVu Sans,Arial,sans-serif;font-weight:600;\
         font-size:34px;text-anchor:middle",
    ),
    ("first", "fill:$first;stroke:$first-edge"),
    ("second", "fill:$second;stroke:$second-edge"),
    ("first-mark", "fill:none;stroke:$first-edge"),
    ("second-mark", "fill:none;stroke:$second-edge"),
    ("last", "fill:$last"),
    ("spot", "fill:#000;fill-opacity:0"),
    ("next", "cursor:pointer"),
    ("next:hover", "fill:$next;fill-opacity:.3"),
    ("chosen", "fill:$chosen;fill-opacity:.35;stroke:$chosen;stroke-width:6"),
];

impl Theme {
    /// The rules of the style sheet, for pictures with the class `parlour-<game>` only.
    pub fn style_sheet(&self, game: &str) -> Vec<String> {
        let own = |name| self.colours.iter().any(|colour| colour.name == name);
        let shared = COLOURS.iter().filter(|colour| !own(colour.name));
        let colours: Vec<&Colour> = shared.chain(self.colours).collect();
        let values = |value: fn(&Colour) -> &'static str| {
            let value =
                |colour: &&Colour| format!("--parlour-default-{}:{}", colour.name, value(colour));
            colours.iter().map(value).collect::<Vec<_>>().join(";")
        };
        let mut rules = vec![
            format!(".parlour-{game}{{{}}}", values(|colour| colour.light)),
            format!(
                "@media (prefers-color-scheme:dark){{.parlour-{game}{{{}}}}}",
                values(|colour| colour.dark)
            ),
        ];
        let classes = RULES.iter().chain(self.rules);
        let written = |(class, declarations): &(&str, &str), form: ColourForm| {
            let written: Vec<String> = declarations
                .split(';')
                .filter_map(|one| declaration(one, &colours, form))
                .collect();
            let rule = || format!(".parlour-{game} .parlour-{class}{{{}}}", written.join(";"));
            (!written.is_empty()).then(rule)
        };
        rules.extend(classes.clone().filter_map(|class| written(class, ColourForm::Plain)));
        rules.push("@supports (fill:var(--a)){".to_owned());
        rules.extend(classes.filter_map(|class| written(class, ColourForm::Variable)));
        rules.push("}".to_owned());
        rules
    }
}

/// How colours are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColourForm {
    /// As their values in light surroundings, for programs that know no variables.
    Plain,
    /// As variables.
    Variable,
}

/// A declaration such as `fill:$first` with its colour in this form.
///
/// `None` for one without a colour where the form is that of variables.
fn declaration(text: &str, colours: &[&Colour], form: ColourForm) -> Option<String> {
    let Some((property, name)) = text.split_once('$') else {
        return (form == ColourForm::Plain).then(|| text.to_owned());
    };
    let colour = colours.iter().find(|colour| colour.name == name);
    debug_assert!(colour.is_some(), "the theme has no colour {name}");
    Some(match form {
        ColourForm::Plain => format!("{property}{}", colour.map_or("#888", |colour| colour.light)),
        ColourForm::Variable => {
            format!("{property}var(--parlour-{name},var(--parlour-default-{name}))")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Colour, Theme};

    const NIM: Theme = Theme {
        colours: &[Colour::new("first", "#111", "#eee")],
        rules: &[("disc", "stroke-width:3;fill:$first")],
    };

    #[test]
    fn colours_of_the_game_replace_the_shared_ones() {
        let sheet = NIM.style_sheet("nim");
        assert!(sheet[0].starts_with(".parlour-nim{") && sheet[0].contains("-first:#111"));
        assert_eq!(sheet[0].matches("-default-first:").count(), 1);
        assert!(sheet[1].contains("dark") && sheet[1].contains("-first:#eee"));
        let plain = ".parlour-nim .parlour-disc{stroke-width:3;fill:#111}".to_owned();
        let variable = "var(--parlour-first,var(--parlour-default-first))";
        let variable = format!(".parlour-nim .parlour-disc{{fill:{variable}}}");
        let supports = sheet.iter().position(|rule| rule.starts_with("@supports"));
        let [plain, variable] = [plain, variable].map(|r| sheet.iter().position(|rule| *rule == r));
        assert!(plain.is_some() && plain < supports && supports < variable, "{sheet:?}");
    }
}
