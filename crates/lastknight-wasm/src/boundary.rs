//! What crosses the border to JavaScript: a request in, events out, and the time.
//!
//! The page calls [`input`] with the length of a request, writes its bytes there, and calls [`run`]. Meanwhile the module
//! calls `event` of the page, whose texts are valid during that call, and `now`. No code here is unsafe: the attributes
//! only promise that no other function has these names.

#![expect(unsafe_code, reason = "names of exported and imported functions")]

use std::cell::RefCell;
use std::panic;
use std::sync::Once;
use std::time::Duration;

use lastknight::Clock;
use lastknight::control::TimeSource;
use lastknight_api::Problem;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in milliseconds since any fixed moment.
    safe fn now() -> f64;
    /// Takes the name of an event and its data as UTF-8.
    safe fn event(name: *const u8, name_length: usize, data: *const u8, data_length: usize);
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The clock of the page, for both clocks: a worker cannot tell its own CPU time.
#[derive(Debug)]
struct PageClock;

impl TimeSource for PageClock {
    fn now(&self, _: Clock) -> Option<Duration> {
        Some(Duration::from_secs_f64(now().max(0.0) / 1000.0))
    }
}

fn send(name: &str, data: &str) {
    event(name.as_ptr(), name.len(), data.as_ptr(), data.len());
}

/// Makes room for a request and returns its address.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the request that was written.
#[unsafe(no_mangle)]
extern "C" fn run() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        // After a panic the module traps and the worker ends; the page learns why.
        panic::set_hook(Box::new(|panic| {
            let why = format!("the search failed: this is a bug in lastknight ({panic})");
            send(crate::FAILED, &crate::failure(&Problem::internal(why)));
        }));
    });
    let request = INPUT.take();
    crate::answer(&String::from_utf8_lossy(&request), &PageClock, &send);
}
