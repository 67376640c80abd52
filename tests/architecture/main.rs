//! The rules of the source tree: layers, sizes, and words.
#![cfg(test)]

mod doc_comments;
mod identifiers_in_comments;
mod import_cycles;
mod layers_and_source_rules;
mod lint_exceptions_have_reasons;
mod named_files_exist;
mod no_shared_list_of_games;
mod plain_words;
mod source_tree;
mod unused_names;
