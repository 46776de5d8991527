/** A WebSocket that comes back by itself, with JSON messages both ways. */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
/** Codes by which the server says that there is no use in coming back: refused, or ended. */
const FINAL_CODES = new Set([1000, 1008, 4404, 4403]);

/**
 * @param {string} path
 * @param {{onMessage: function(Object), onState?: function("open"|"lost"|"ended", string)}} listeners
 * @returns {{send: function(Object): boolean, close: function()}}
 */
export function connect(path, { onMessage, onState = () => {} }) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = null;
  let isClosed = false;

  function open() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      onState("open", "");
    });
    socket.addEventListener("message", (event) => onMessage(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (isClosed) return;
      if (FINAL_CODES.has(event.code)) {
        onState("ended", event.reason);
        return;
      }
      onState("lost", event.reason);
      timer = setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    });
  }

  open();
  return {
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket.close(1000);
    },
  };
}
