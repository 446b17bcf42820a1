//! See `lastknight_fuzz::formula`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::formula(data));
