//! See `lastknight_fuzz::tune`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::tune(data));
