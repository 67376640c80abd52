//! The rules of the source tree: layers, sizes, and words; and what the tools repeat.
#![cfg(test)]

mod doc_comments;
mod identifiers_in_comments;
mod import_cycles;
mod layers_and_source_rules;
mod lint_exceptions_have_reasons;
mod named_files_exist;
mod no_shared_list_of_games;
mod plain_words;
mod protocol_words_in_tools;
mod source_tree;
mod unused_names;
