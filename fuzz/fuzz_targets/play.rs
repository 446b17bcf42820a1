//! See `lastknight_fuzz::play`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::play(data));
