//! Within a layer no two files import each other, directly or round other files.
//!
//! A `mod.rs` that only declares and re-exports does not count in an import cycle: what is imported
//! through it is followed to the file that has it. A `mod.rs` with code of its own counts.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::source_tree::{LAYERS, Source, sources};

/// The names of a path, as in `crate::search::tt`.
type Path = Vec<String>;

/// What one `use` brings in: the name that it gets here, `*` for all there are, and its path.
struct Import {
    name: String,
    path: Path,
}

/// A file with what its code names.
struct File {
    path: String,
    layer: usize,
    module: Path,
    /// Modules declared here whose text is in other files.
    children: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths in the code outside of `use`.
    named: Vec<Path>,
    /// Whether it declares and re-exports only.
    is_facade: bool,
}

/// The text of a file without comments and without its unit tests, statement by statement.
fn statements(source: &Source) -> Vec<String> {
    let tests = source.first_line_of_tests();
    let is_outside_tests = |(number, _): &(usize, &str)| tests.is_none_or(|first| *number <= first);
    let lines = source.code().filter(is_outside_tests);
    let lines = lines.map(|(_, line)| line.split(" // ").next().unwrap_or_default());
    let lines = lines.filter(|line| !line.starts_with("#[") && !line.starts_with("#!["));
    let text = lines.collect::<Vec<_>>().join("\n");
    text.split_inclusive(';').map(|part| part.trim().to_owned()).collect()
}

/// A line or statement without `pub` or `pub(…)` at its beginning.
fn without_visibility(line: &str) -> &str {
    let Some(rest) = line.strip_prefix("pub") else { return line };
    let rest = rest.trim_start();
    rest.strip_prefix('(').and_then(|r| r.split_once(')')).map_or(rest, |(_, r)| r).trim_start()
}

/// A statement after what stands before it, such as the end of a function.
fn split_before_use(statement: &str) -> (&str, &str) {
    let mut starts = statement.match_indices('\n').map(|(at, _)| at + 1);
    let is_use = |at: &usize| without_visibility(&statement[*at..]).starts_with("use ");
    statement.split_at(starts.rfind(is_use).unwrap_or(0))
}

/// What follows this keyword in a statement.
fn rest_of<'a>(statement: &'a str, keyword: &str) -> Option<&'a str> {
    let rest = without_visibility(statement).strip_prefix(keyword)?;
    rest.strip_prefix(' ')?.strip_suffix(';')
}

fn names(text: &str) -> Path {
    text.split("::").map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// The imports of the tree of a `use`, each with these names before it.
fn imports(tree: &str, before: &[String], found: &mut Vec<Import>) {
    if let Some((front, list)) = tree.split_once('{') {
        let before = [before, &names(front)].concat();
        let list = list.rsplit_once('}').map_or(list, |(list, _)| list);
        let mut depth = 0;
        let parts = list.split(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && depth == 0
        });
        parts.filter(|part| !part.trim().is_empty()).for_each(|p| imports(p, &before, found));
        return;
    }
    let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(p, a)| (p, Some(a.trim())));
    let mut path = [before, &names(path)].concat();
    if path.last().is_some_and(|name| name == "self") && path.len() > 1 {
        path.pop();
    }
    let name = alias.map(str::to_owned).or_else(|| path.last().cloned()).unwrap_or_default();
    found.push(Import { name, path });
}

/// Every path in this text that begins at the root, here, above, or at one of these modules.
fn named(text: &str, children: &BTreeSet<String>) -> Vec<Path> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    // `pub(in path)` imports nothing.
    let text = text.replace("(in crate::", "(in ");
    let words = text.split(|c| !is_part(c)).filter(|word| word.contains("::"));
    let paths = words.map(names).filter(|path| path.len() > 1);
    let starts = |name: &String| ["crate", "self", "super"].contains(&name.as_str());
    paths.filter(|path| starts(&path[0]) || children.contains(&path[0])).collect()
}

impl File {
    fn read(source: &Source) -> Option<Self> {
        let statements = statements(source);
        let declared = |statement: &String| {
            statement.lines().last().and_then(|line| rest_of(line, "mod")).map(str::to_owned)
        };
        let children: BTreeSet<String> = statements.iter().filter_map(declared).collect();
        let (mut found, mut code) = (Vec::new(), String::new());
        for statement in &statements {
            let (before, last) = split_before_use(statement);
            code.push_str(before);
            match rest_of(last, "use") {
                Some(tree) => imports(tree, &[], &mut found),
                None if rest_of(last, "mod").is_some() => {}
                None => code.push_str(last),
            }
        }
        Some(Self {
            path: source.path.clone(),
            layer: source.layer()?,
            module: source.module().into_iter().map(str::to_owned).collect(),
            named: named(&code, &children),
            is_facade: source.path.ends_with("mod.rs") && code.trim().is_empty(),
            children,
            imports: found,
        })
    }
}

/// All files, by the paths of their modules.
struct Crate(BTreeMap<Path, File>);

impl Crate {
    /// The module that has what this path names, as seen from a file; `None` outside the crate.
    fn owner(&self, file: &File, path: &[String], steps: usize) -> Option<Path> {
        let (mut module, mut rest) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (file.module.clone(), &path[1..]),
            "super" => (file.module.clone(), path),
            child if file.children.contains(child) => (file.module.clone(), path),
            _ => return None,
        };
        while rest.first().is_some_and(|name| name == "super") {
            module.pop()?;
            rest = &rest[1..];
        }
        while let Some(name) = rest.first() {
            let below = [module.as_slice(), std::slice::from_ref(name)].concat();
            let is_module = self.0.contains_key(&below) || LAYERS.contains(&below[0].as_str());
            if !is_module || below.len() > 1 && !self.0.contains_key(&below) {
                break;
            }
            module = below;
            rest = &rest[1..];
        }
        // What a module has imported itself is had from where that comes from.
        if let (Some(name), Some(through)) = (rest.first(), self.0.get(&module)) {
            let import = through.imports.iter().find(|import| import.name == *name);
            if let Some(import) = import.filter(|_| steps > 0) {
                let path = [&import.path, &rest[1..]].concat();
                return self.owner(through, &path, steps - 1);
            }
        }
        Some(module)
    }

    /// The files of its own layer that a file imports from, each with one path that says so.
    fn imported(&self, file: &File) -> BTreeMap<Path, String> {
        let imports = file.imports.iter().map(|import| &import.path);
        let mut imported = BTreeMap::new();
        for path in imports.chain(&file.named) {
            let Some(owner) = self.owner(file, path, 8) else { continue };
            let other = self.0.get(&owner).filter(|other| !other.is_facade);
            if other.is_some_and(|other| other.layer == file.layer && other.path != file.path) {
                imported.insert(owner, path.join("::"));
            }
        }
        imported
    }
}

/// By file, the files that it imports from and a path for each.
type Imports = BTreeMap<Path, BTreeMap<Path, String>>;

/// The shortest way from a file back to itself.
fn circle(start: &Path, imports: &Imports) -> Option<Vec<Path>> {
    let mut open = VecDeque::from([vec![start.clone()]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = open.pop_front() {
        for next in imports[way.last()?].keys() {
            if next == start {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                open.push_back([way.as_slice(), std::slice::from_ref(next)].concat());
            }
        }
    }
    None
}

/// Every circle, as text: each file with the path by which it imports the next.
fn circles(sources: &[Source]) -> Vec<String> {
    let files = sources.iter().filter_map(File::read).map(|f| (f.module.clone(), f)).collect();
    let all = Crate(files);
    let files = all.0.iter().filter(|(_, file)| !file.is_facade);
    let mut imports: Imports =
        files.map(|(module, file)| (module.clone(), all.imported(file))).collect();
    let mut circles = Vec::new();
    // The shortest circle is noted and opened until none is left.
    while let Some(way) =
        imports.keys().filter_map(|start| circle(start, &imports)).min_by_key(Vec::len)
    {
        let mut parts = Vec::new();
        for (from, to) in way.iter().zip(way.iter().cycle().skip(1)) {
            let path = imports.get_mut(from).and_then(|from| from.remove(to)).unwrap_or_default();
            parts.push(format!("{} → ({path})", all.0[from].path));
        }
        parts.push(all.0[&way[0]].path.clone());
        circles.push(parts.join(" "));
    }
    circles
}

#[test]
fn no_two_files_of_one_layer_import_each_other() {
    let found = circles(&sources());
    assert!(found.is_empty(), "{} circles of imports:\n{}", found.len(), found.join("\n"));
}

#[test]
fn circles_are_found_through_facades_and_round_files_between() {
    let source = |(path, text): (&str, &str)| Source { path: path.into(), text: text.into() };
    let facade = ("game/mod.rs", "mod a;\nmod b;\nmod c;\n\npub use a::A;\npub use b::{B, b};\n");
    let a = ("game/a.rs", "use super::{B, c::C};\n\npub struct A;\n");
    let c =
        ("game/c.rs", "pub struct C;\n\n#[cfg(test)]\nmod tests {\n    use super::super::A;\n}\n");
    let alone = ("game/b.rs", "// A comment about super::A.\npub struct B;\n");
    assert_eq!(circles(&[facade, a, c, alone].map(source)), [""; 0]);
    let back = ("game/b.rs", "pub struct B;\nfn b() {\n    crate::game::A;\n}\n");
    let circle = "game/a.rs → (super::B) game/b.rs → (crate::game::A) game/a.rs";
    assert_eq!(circles(&[facade, a, c, back].map(source)), [circle]);
    let parent = ("game/mod.rs", "mod a;\n\nuse a::A;\n\npub struct P;\n");
    let child = ("game/a.rs", "use super::P;\n\npub struct A;\n");
    let circle = "game/mod.rs → (a::A) game/a.rs → (super::P) game/mod.rs";
    assert_eq!(circles(&[parent, child].map(source)), [circle]);
}
