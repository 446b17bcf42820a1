//! See `lastknight_fuzz::sprt`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::sprt(data));
