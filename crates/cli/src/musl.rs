//! Copies and comparisons of memory for the static program: musl's own take a byte, or a repeated instruction
//! that is slow to begin, where others take a register.
//!
//! On the Intel Xeon (Sapphire Rapids) a seventh of what `simulate calculation --player learnt` does was
//! musl's `memcpy`, and the program took 1.22 times as long as one with glibc; `mcts` took 1.25 times as
//! long. SSE2 is what every x86-64 has. Short pieces are read whole before anything is written, so that one
//! routine serves both overlapping and separate pieces; long separate ones are left to the processor.

use std::arch::naked_asm;

/// The length from which one instruction for the whole is faster than a loop.
const LONG: usize = 2048;

/// `memmove`, and so `memcpy`.
///
/// # Safety
/// So many bytes can be read and written there.
// SAFETY: it keeps to the calling convention: what it changes is the caller's to save, and it returns.
#[unsafe(naked)]
unsafe extern "C" fn move_bytes(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    naked_asm!(
        "mov rax, rdi",
        "cmp rdx, 16",
        "jb 20f",
        "cmp rdx, 32",
        "ja 12f",
        // 16 to 32: the first and the last 16, which may be partly the same.
        "movups xmm0, [rsi]",
        "movups xmm1, [rsi + rdx - 16]",
        "movups [rdi], xmm0",
        "movups [rdi + rdx - 16], xmm1",
        "ret",
        "12:",
        "cmp rdx, 64",
        "ja {move_many}",
        "movups xmm0, [rsi]",
        "movups xmm1, [rsi + 16]",
        "movups xmm2, [rsi + rdx - 32]",
        "movups xmm3, [rsi + rdx - 16]",
        "movups [rdi], xmm0",
        "movups [rdi + 16], xmm1",
        "movups [rdi + rdx - 32], xmm2",
        "movups [rdi + rdx - 16], xmm3",
        "ret",
        // Below 16: the first and the last 8, 4 or 2, in the same way.
        "20:",
        "cmp edx, 8",
        "jb 21f",
        "mov rcx, [rsi]",
        "mov r8, [rsi + rdx - 8]",
        "mov [rdi], rcx",
        "mov [rdi + rdx - 8], r8",
        "ret",
        "21:",
        "cmp edx, 4",
        "jb 22f",
        "mov ecx, [rsi]",
        "mov r8d, [rsi + rdx - 4]",
        "mov [rdi], ecx",
        "mov [rdi + rdx - 4], r8d",
        "ret",
        "22:",
        "cmp edx, 1",
        "jb 24f",
        "movzx ecx, byte ptr [rsi]",
        "je 23f",
        "movzx r8d, word ptr [rsi + rdx - 2]",
        "mov [rdi + rdx - 2], r8w",
        "23:",
        "mov [rdi], cl",
        "24:",
        "ret",
        move_many = sym move_many,
    )
}

/// The same for more than 64 bytes: from the end if the end of the source would be written over.
///
/// # Safety
/// As above; the first register has what is returned.
// SAFETY: as above.
#[unsafe(naked)]
unsafe extern "C" fn move_many() {
    naked_asm!(
        "mov rcx, rdi",
        "sub rcx, rsi",
        "cmp rcx, rdx",
        "jb 40f",
        "mov r9, rsi",
        "sub r9, rdi",
        "cmp r9, rdx",
        "jb 31f",
        "cmp rdx, {LONG}",
        "jae 50f",
        // The last 32 are read first and written last, so that no other length is left over.
        "31:",
        "movups xmm4, [rsi + rdx - 32]",
        "movups xmm5, [rsi + rdx - 16]",
        "lea r8, [rdi + rdx - 32]",
        "32:",
        "movups xmm0, [rsi]",
        "movups xmm1, [rsi + 16]",
        "add rsi, 32",
        "movups [rdi], xmm0",
        "movups [rdi + 16], xmm1",
        "add rdi, 32",
        "cmp rdi, r8",
        "jb 32b",
        "movups [r8], xmm4",
        "movups [r8 + 16], xmm5",
        "ret",
        "40:",
        "movups xmm4, [rsi]",
        "movups xmm5, [rsi + 16]",
        "lea r8, [rdi + 32]",
        "add rsi, rdx",
        "lea r10, [rdi + rdx]",
        "41:",
        "movups xmm0, [rsi - 16]",
        "movups xmm1, [rsi - 32]",
        "sub rsi, 32",
        "movups [r10 - 16], xmm0",
        "movups [r10 - 32], xmm1",
        "sub r10, 32",
        "cmp r10, r8",
        "ja 41b",
        "movups [rdi], xmm4",
        "movups [rdi + 16], xmm5",
        "ret",
        "50:",
        "mov rcx, rdx",
        "rep movsb",
        "ret",
        LONG = const LONG,
    )
}

/// `memcmp`, and so `bcmp`.
///
/// # Safety
/// So many bytes can be read from both.
// SAFETY: as above.
#[unsafe(naked)]
unsafe extern "C" fn compare_bytes(one: *const u8, other: *const u8, count: usize) -> i32 {
    naked_asm!(
        "xor ecx, ecx",
        "sub rdx, 16",
        "jb 30f",
        "12:",
        "movdqu xmm0, [rdi + rcx]",
        "movdqu xmm1, [rsi + rcx]",
        "pcmpeqb xmm0, xmm1",
        "pmovmskb eax, xmm0",
        "xor eax, 0xffff",
        "jnz 20f",
        "cmp rcx, rdx",
        "je 33f",
        // At the end the last 16, some of which are known to be the same.
        "add rcx, 16",
        "cmp rcx, rdx",
        "cmova rcx, rdx",
        "jmp 12b",
        "20:",
        "bsf eax, eax",
        "add rcx, rax",
        "movzx eax, byte ptr [rdi + rcx]",
        "movzx edx, byte ptr [rsi + rcx]",
        "sub eax, edx",
        "ret",
        "30:",
        "add rdx, 16",
        "31:",
        "cmp rcx, rdx",
        "jae 32f",
        "movzx eax, byte ptr [rdi + rcx]",
        "movzx r8d, byte ptr [rsi + rcx]",
        "inc rcx",
        "sub eax, r8d",
        "jz 31b",
        "ret",
        "32:",
        "xor eax, eax",
        "33:",
        "ret",
    )
}

// What musl's other routines name, so that the linker takes none of its own beside these.
#[cfg(target_env = "musl")]
std::arch::global_asm!(
    ".globl memcpy, memmove, memcmp, bcmp, __memcpy_fwd_alias_1",
    ".hidden __memcpy_fwd_alias_1",
    ".set memcpy, {move_bytes}",
    ".set memmove, {move_bytes}",
    ".set __memcpy_fwd_alias_1, {move_bytes}",
    ".set memcmp, {compare_bytes}",
    ".set bcmp, {compare_bytes}",
    move_bytes = sym move_bytes,
    compare_bytes = sym compare_bytes,
);

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;

    /// Lengths on both sides of every bound.
    fn lengths() -> impl Iterator<Item = usize> {
        (0..200).chain(LONG - 2..LONG + 40)
    }

    #[test]
    fn bytes_are_moved_over_any_distance() {
        let mut random = Random::new(1);
        for length in lengths() {
            for _ in 0..20 {
                let room = 3 * length + 100;
                let mut bytes: Vec<u8> = (0..room).map(|_| random.next() as u8).collect();
                let from = random.below(room - length + 1);
                // Mostly near, so that both overlap.
                let near = (from + random.below(2 * length + 2)).saturating_sub(length);
                let to = if random.below(4) == 0 { random.below(room - length + 1) } else { near };
                let to = to.min(room - length);
                let mut expected = bytes.clone();
                expected.copy_within(from..from + length, to);
                let start = bytes.as_mut_ptr();
                let there = start.wrapping_add(to);
                // SAFETY: both ranges lie within the vector.
                let told = unsafe { move_bytes(there, start.wrapping_add(from), length) };
                assert_eq!(told, there);
                assert!(bytes == expected, "{length} bytes from {from} to {to}");
            }
        }
    }

    #[test]
    fn bytes_are_compared_as_slices_are() {
        let mut random = Random::new(2);
        for length in lengths() {
            for changes in [0, 1, 1, 2] {
                let one: Vec<u8> = (0..length).map(|_| random.next() as u8).collect();
                let mut other = one.clone();
                (0..changes.min(length)).for_each(|_| other[random.below(length)] = random.next() as u8);
                // SAFETY: both have this length.
                let told = unsafe { compare_bytes(one.as_ptr(), other.as_ptr(), length) };
                assert_eq!(told.cmp(&0), one.cmp(&other), "{length} bytes");
            }
        }
    }
}
