//! See `lastknight_fuzz::pgn`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::pgn(data));
