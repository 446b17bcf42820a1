//! See `lastknight_fuzz::game`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::game(data));
