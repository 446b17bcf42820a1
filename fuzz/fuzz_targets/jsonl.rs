//! See `lastknight_fuzz::jsonl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::jsonl(data));
