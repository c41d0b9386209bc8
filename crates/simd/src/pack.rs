//! Bits pushed together, where the processor has an instruction for it that is fast.

use crate::level::Level;
use std::sync::OnceLock;

/// The processor pushes bits together in one instruction (`pext`), of a few cycles.
#[derive(Clone, Copy, Debug)]
pub struct Packer(());

impl Packer {
    /// The proof, unless [`Level::chosen`] is the portable one or the processor has none: then whoever asks
    /// has a way of his own.
    pub fn chosen() -> Option<Self> {
        static CHOSEN: OnceLock<bool> = OnceLock::new();
        CHOSEN.get_or_init(|| !Level::chosen().is_portable() && is_fast()).then_some(Self(()))
    }

    /// The bits of a word for which `by` has ones, pushed together from the lowest on.
    #[inline(always)]
    pub fn packed(self, word: u64, by: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        {
            let packed;
            // SAFETY: whoever has the token has the instruction; it reads and writes these registers alone.
            // Not `_pext_u64`: that is a call where the program is built for older processors.
            unsafe {
                std::arch::asm!(
                    "pext {packed}, {word}, {by}",
                    packed = lateout(reg) packed, word = in(reg) word, by = in(reg) by,
                    options(pure, nomem, nostack, preserves_flags)
                );
            }
            packed
        }
        #[cfg(not(target_arch = "x86_64"))]
        unreachable!("there is no token: {word} {by}")
    }
}

/// Whether there is such an instruction, and not in microcode: AMD's processors before Zen 3 take a step for
/// each bit.
#[cfg(target_arch = "x86_64")]
fn is_fast() -> bool {
    use std::arch::x86_64::__cpuid;
    const ZEN_3: u32 = 0x19;
    // SAFETY: every x86-64 processor tells what it is.
    #[allow(unused_unsafe)]
    let [vendor, version] = unsafe { [__cpuid(0), __cpuid(1)] };
    let family = (version.eax >> 8 & 0xf) + (version.eax >> 20 & 0xff);
    let is_amd = [*b"Auth", *b"Hygo"].contains(&vendor.ebx.to_le_bytes());
    is_x86_feature_detected!("bmi2") && (!is_amd || family >= ZEN_3)
}

#[cfg(not(target_arch = "x86_64"))]
const fn is_fast() -> bool {
    false
}
