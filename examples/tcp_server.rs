//! Serves sessions over TCP, one for each connection:
//! `cargo run --release --example tcp_server -- 127.0.0.1:7777`, then `nc 127.0.0.1 7777`.
//!
//! It serves a number of connections at a time, and ends those that are silent for long. With `--once` it
//! serves one connection, its own, and ends.
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parlour::Session;

/// Connections that are served at the same time; more are closed at once.
const MOST_CONNECTIONS: usize = 32;
/// A client that sends nothing, or reads nothing, for this long has left.
const LONGEST_SILENCE: Duration = Duration::from_mins(10);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:7777".to_owned());
    let is_once = address == "--once";
    let listener = TcpListener::bind(if is_once { "127.0.0.1:0" } else { &address })?;
    let address = listener.local_addr()?;
    println!("listening at {address}");
    if is_once {
        let client = thread::spawn(move || ask(address));
        serve(listener.accept()?.0)?;
        print!("{}", client.join().map_err(|_| "the client has failed")??);
        return Ok(());
    }
    // Each connection holds one of these.
    let slot = Arc::new(());
    for stream in listener.incoming() {
        let is_free = Arc::strong_count(&slot) <= MOST_CONNECTIONS;
        let begun = stream.and_then(|stream| if is_free { begin(stream, &slot) } else { Ok(()) });
        // A client that cannot be served does not end the others.
        if let Err(error) = begun {
            println!("a connection is lost: {error}");
        }
    }
    Ok(())
}

/// Serves a connection on a thread of its own.
fn begin(stream: TcpStream, slot: &Arc<()>) -> io::Result<()> {
    stream.set_read_timeout(Some(LONGEST_SILENCE))?;
    stream.set_write_timeout(Some(LONGEST_SILENCE))?;
    let slot = Arc::clone(slot);
    let served = move || {
        let ended = serve(stream);
        drop(slot);
        ended
    };
    thread::Builder::new().spawn(served).map(drop)
}

/// Holds one session: no option of it takes a file, memory or threads.
fn serve(stream: TcpStream) -> io::Result<()> {
    let session = Session::new("connect4").map_err(io::Error::other)?.for_network();
    session.run(stream.try_clone()?, stream).map(drop)
}

/// Asks for a move, and returns the answers.
fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(b"move 4 4 4\nlegal\ngo movetime 100\n")?;
    stream.shutdown(Shutdown::Write)?;
    io::read_to_string(stream)
}
