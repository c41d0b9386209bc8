//! The text of code without what is not compiled into the crate.

/// What is compiled of a file: without comments on lines of their own, and without its tests.
pub fn code(text: &str) -> String {
    let tests = text.find("\n#[cfg(test)]\nmod tests {\n");
    // Unless something follows them.
    let tests =
        tests.filter(|&from| text[from..].trim_end().find("\n}") == Some(text[from..].trim_end().len() - 2));
    let lines = text[..tests.unwrap_or(text.len())].lines();
    lines.filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_compiled_counts() {
        let plain = "fn one() -> u8 {\n    1\n}\n";
        let told = "//! Of one.\nfn one() -> u8 {\n    // It is one.\n    1\n}\n";
        let tests = "\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn is_one() {\n    }\n}\n";
        assert_eq!(code(told), plain);
        assert_eq!(code(&[told, tests].concat()), plain);
        let more = [plain, tests, "fn two() {\n}\n"].concat();
        assert!(code(&more).contains("fn two") && code(&more).contains("is_one"));
        assert_ne!(code(&plain.replace("    1\n", "    2\n")), plain);
    }
}
