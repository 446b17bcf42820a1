//! Integration tests of the program.
