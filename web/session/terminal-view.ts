import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';

type Options = Readonly<{
  ticket: string;
  write: boolean;
  signal: AbortSignal;
  tell: (state: 'open' | 'closed') => void;
}>;

const SCROLLBACK_LINES = 5_000;
const THEME = { background: '#0e1110', foreground: '#dfe5e2', cursor: '#4fc3ad' };

/** Draws what the pane shows into a box, until the signal ends it. */
export function showTerminal(box: HTMLElement, { ticket, write, signal, tell }: Options): void {
  const terminal = new Terminal({
    scrollback: SCROLLBACK_LINES,
    disableStdin: !write,
    cursorBlink: false,
    fontFamily: 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace',
    fontSize: 13,
    theme: THEME,
    screenReaderMode: true,
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  adoptStyles(box, signal);
  terminal.open(box);
  fit.fit();
  const socket = socketOf(ticket);
  const send = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const resize = (): void => {
    fit.fit();
    if (write) send({ type: 'resize', cols: terminal.cols, rows: terminal.rows });
  };
  socket.addEventListener('open', () => {
    tell('open');
    resize();
    if (write) terminal.focus();
  });
  socket.addEventListener('message', ({ data }) => terminal.write(new Uint8Array(data as ArrayBuffer)));
  socket.addEventListener('close', () => {
    if (!signal.aborted) tell('closed');
  });
  terminal.onData((data) => {
    if (write) send({ type: 'input', data });
  });
  const resized = new ResizeObserver(resize);
  resized.observe(box);
  signal.addEventListener('abort', () => {
    resized.disconnect();
    socket.close();
    terminal.dispose();
  });
}

function socketOf(ticket: string): WebSocket {
  const origin = location.origin.replace(/^http/, 'ws');
  const socket = new WebSocket(`${origin}/api/terminal?ticket=${encodeURIComponent(ticket)}`);
  socket.binaryType = 'arraybuffer';
  return socket;
}

/**
 * The emulator puts its colours and sizes into <style> elements, which the page's policy keeps from having
 * effect. Sheets that a script constructs are admitted, so one of those carries the same rules.
 */
function adoptStyles(box: HTMLElement, signal: AbortSignal): void {
  const sheet = new CSSStyleSheet();
  const copy = (): void =>
    sheet.replaceSync([...box.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'));
  const observer = new MutationObserver(copy);
  observer.observe(box, { subtree: true, childList: true, characterData: true });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  signal.addEventListener('abort', () => {
    observer.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
}
