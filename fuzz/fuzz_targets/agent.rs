//! See `lastknight_fuzz::agent`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::agent(data));
