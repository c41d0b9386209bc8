//! What is done at a level.

use crate::registers::Simd;

/// What is done at a level: written once, compiled for each.
pub trait Work {
    /// What comes of it.
    type Out;

    /// Whether it takes products of integers. Only these have instructions of their own at some levels: what
    /// takes none is compiled once for the levels with and without.
    const PRODUCTS: bool;

    /// Does it. Must be `#[inline(always)]`, as everything that it calls with the token: only then is it
    /// compiled for the level's instructions. A closure cannot be: in one that is handed on, every operation
    /// may be a call.
    fn at<S: Simd>(self, simd: S) -> Self::Out;
}

/// Makes of functions whose first parameter stands for the token functions that run at
/// [`Level::chosen`](crate::Level::chosen). `use products;` goes before those that call
/// [`dot_bytes`](crate::Simd::dot_bytes) or [`dot_shorts`](crate::Simd::dot_shorts).
///
/// ```
/// yomikiri_simd::by_level! {
///     /// The sum of two rows.
///     fn sum(simd, one: &yomikiri_simd::Floats, other: &yomikiri_simd::Floats) -> yomikiri_simd::Floats {
///         let mut sum = *one;
///         sum.add(simd, other);
///         sum
///     }
/// }
/// let two = yomikiri_simd::Floats([2.0; 32]);
/// assert_eq!(sum(&two, &two).0, [4.0; 32]);
/// ```
#[macro_export]
macro_rules! by_level {
    (@out) => { () };
    (@out $out:ty) => { $out };
    (use products; $($functions:tt)*) => { $crate::by_level!(@products true: $($functions)*); };
    (@products $products:literal: $(
        $(#[$attribute:meta])*
        $visible:vis fn $name:ident($simd:ident $(, $argument:ident: $type:ty)* $(,)?) $(-> $out:ty)? $body:block
    )*) => { $(
        $(#[$attribute])*
        $visible fn $name($($argument: $type),*) $(-> $out)? {
            struct Arguments<A>(A);
            impl $crate::Work for Arguments<($($type,)*)> {
                type Out = $crate::by_level!(@out $($out)?);
                const PRODUCTS: bool = $products;

                #[inline(always)]
                fn at<S: $crate::Simd>(self, simd: S) -> Self::Out {
                    // A function, whose parameters are told to be apart from each other.
                    #[inline(always)]
                    #[allow(clippy::too_many_arguments)]
                    fn body<S: $crate::Simd>($simd: S $(, $argument: $type)*) $(-> $out)? $body
                    let ($($argument,)*) = self.0;
                    body(simd $(, $argument)*)
                }
            }
            $crate::Level::chosen().run(Arguments(($($argument,)*)))
        }
    )* };
    ($($functions:tt)*) => { $crate::by_level!(@products false: $($functions)*); };
}
