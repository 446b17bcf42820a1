//! See `lastknight_fuzz::position`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::position(data));
