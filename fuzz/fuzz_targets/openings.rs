//! See `lastknight_fuzz::openings`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::openings(data));
