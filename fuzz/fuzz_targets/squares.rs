//! See `lastknight_fuzz::squares`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::squares(data));
