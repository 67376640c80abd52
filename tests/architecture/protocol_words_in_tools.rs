//! Lists of protocol words that the tools have of their own.

use parlour::protocol::grammar::query_words::QUERY_WORDS;

const PAGE: &str = include_str!("../../protocol.md");

/// The strings in double quotes of a text.
fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn clients_wait_for_more_after_the_same_lines() {
    let python = include_str!("../../tools/parlour/asyncio_conversation.py");
    let (_, list) = python.split_once("NON_FINAL_WORDS = (").expect("the list in Python");
    let list = list.split_once("\n)").expect("its end").0;
    let mut in_python: Vec<String> =
        quoted(list).iter().map(|word| word.trim_end().to_owned()).collect();
    let page = include_str!("../../tools/web/src/engine/client.ts");
    let (_, list) = page.split_once("const UNFINISHED =\n  /^(").expect("the list of the page");
    let list = list.split_once(") /").expect("its end").0;
    // The last line of `bench` is no such line: Python has it in its code, the page in the pattern.
    let list = list.replace("bench (?!all\\b)", "bench");
    let mut in_page: Vec<String> = list.split('|').map(str::to_owned).collect();
    in_python.sort();
    in_page.sort();
    assert_eq!(in_python, in_page);
    let (_, words) = PAGE.split_once("- Every answer line begins").expect("the list of words");
    let words: Vec<&str> = words.split('`').nth(1).unwrap_or_default().split(' ').collect();
    for word in &in_page {
        let first = word.split(' ').next().unwrap_or_default();
        assert!(words.contains(&first), "no answer begins with {first}");
    }
}

#[test]
fn lines_of_the_fuzzer_have_every_word_of_query() {
    let names: Vec<&str> = QUERY_WORDS.iter().map(|row| row.name).collect();
    let line = format!("query <{}>", names.join("|"));
    let grammar = include_str!("../../tools/session_fuzzing/native.grammar");
    assert!(grammar.contains(&line), "native.grammar: {line}");
}
