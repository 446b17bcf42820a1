//! See `lastknight_fuzz::spec`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::spec(data));
