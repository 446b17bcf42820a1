//! See `lastknight_fuzz::perft_case`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::perft_case(data));
