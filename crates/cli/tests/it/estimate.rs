//! Memory that was told beforehand beside that which was taken.

/// How much larger in memory the program of the tests may be than that for use: it is not optimised.
const UNOPTIMISED: u64 = 8 << 20;

/// Both are told in bytes, and are a fifth apart at the most, the size of the program itself left out.
pub fn assert_near(what: &str, told: u64, taken: u64) {
    let fits = told <= taken + taken / 5 && taken <= told + taken / 5 + UNOPTIMISED;
    assert!(fits, "{what}: {told} told, {taken} taken");
}
