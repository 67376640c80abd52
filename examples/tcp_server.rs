//! Serves sessions over TCP, one for each connection:
//! `cargo run --release --example tcp_server -- 127.0.0.1:7777`, then `nc 127.0.0.1 7777`.
//!
//! With `--once` it serves one connection, its own, and ends.
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use std::io::{self, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;

use parlour::Session;

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
    for stream in listener.incoming() {
        let stream = stream?;
        thread::spawn(move || serve(stream));
    }
    Ok(())
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
