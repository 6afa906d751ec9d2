import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { adoptStyles, openWithoutStyles } from './terminal-styles.ts';
import '@xterm/xterm/css/xterm.css';

type Options = Readonly<{
  ticket: string;
  /** What is typed goes to the pane, and the pane has the size of the box. */
  write: boolean;
  signal: AbortSignal;
  tell: (state: 'open' | 'closed') => void;
}>;
type Size = Readonly<{ type: 'size'; cols: number; rows: number }>;

const SCROLLBACK_LINES = 5_000;
const THEME = { background: '#0e1110', foreground: '#dfe5e2', cursor: '#4fc3ad' };

/** Draws what the pane shows into a box, until the signal ends it. */
export function showTerminal(box: HTMLElement, { ticket, write, signal, tell }: Options): void {
  const { terminal, fit } = openIn(box, { write, signal });
  const socket = socketOf(ticket);
  const send = (message: object): void => {
    if (write && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const resize = (): void => {
    const size = fit.proposeDimensions();
    if (size) send({ type: 'resize', cols: size.cols, rows: size.rows });
  };
  socket.addEventListener('open', () => {
    tell('open');
    resize();
    if (write) terminal.focus();
  });
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') setSize(terminal, JSON.parse(data) as Size);
    else terminal.write(new Uint8Array(data as ArrayBuffer));
  });
  socket.addEventListener('close', () => signal.aborted || tell('closed'));
  terminal.onData((data) => send({ type: 'input', data }));
  const resized = new ResizeObserver(resize);
  resized.observe(box);
  signal.addEventListener('abort', () => {
    resized.disconnect();
    socket.close();
    terminal.dispose();
  });
}

function openIn(
  box: HTMLElement,
  { write, signal }: Pick<Options, 'write' | 'signal'>,
): Readonly<{ terminal: Terminal; fit: FitAddon }> {
  const terminal = new Terminal({
    scrollback: SCROLLBACK_LINES,
    disableStdin: !write,
    fontFamily: 'ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace',
    fontSize: 13,
    theme: THEME,
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  adoptStyles(box, signal);
  openWithoutStyles(() => terminal.open(box));
  fit.fit();
  return { terminal, fit };
}

// The pane decides how wide its lines are; a box that is narrower scrolls.
const setSize = (terminal: Terminal, { cols, rows }: Size): void => terminal.resize(cols, rows);

function socketOf(ticket: string): WebSocket {
  const origin = location.origin.replace(/^http/, 'ws');
  const socket = new WebSocket(`${origin}/api/terminal?ticket=${encodeURIComponent(ticket)}`);
  socket.binaryType = 'arraybuffer';
  return socket;
}
