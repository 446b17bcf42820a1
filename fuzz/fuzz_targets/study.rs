//! See `lastknight_fuzz::study`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lastknight_fuzz::study(data));
