import type { Connect } from "./transport";

/** An engine at the other end of a WebSocket; a message holds one line or several. */
export function connectBySocket(address: string): Connect {
  return (listener) => {
    const socket = new WebSocket(address);
    const waiting: string[] = [];
    let open = false;
    socket.addEventListener("open", () => {
      open = true;
      if (waiting.length > 0) socket.send(waiting.splice(0).join("\n"));
    });
    socket.addEventListener("message", (event: MessageEvent<unknown>) => {
      for (const line of String(event.data).split("\n")) if (line !== "") listener.line(line);
    });
    socket.addEventListener("close", (event) => {
      listener.closed(event.reason || (open ? "the engine has ended" : "no engine answers"));
    });
    return {
      send(line) {
        if (open) socket.send(line);
        else waiting.push(line);
      },
      close: () => socket.close(),
      answersInMidSearch: true,
    };
  };
}
