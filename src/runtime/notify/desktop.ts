import { Fault } from '../../domain/fault.ts';
import {
  actionOf,
  type ChannelObservation,
  fitPart,
  type Notice,
  type SendEnd,
} from '../../domain/notification/notice.ts';
import { exec } from '../process/exec.ts';
import { findProgram } from '../process/find-program.ts';
import { missed, SEND_LIMIT_MS } from './notifier.ts';

export type Desktop = Readonly<{ platform: string; env: Readonly<Record<string, string>> }>;

/** A desktop notification shows little text. */
const MOST_LETTERS = 600;
const MOST_PARTS = 3;
const STDERR_LETTERS = 200;

const programOf = ({ platform }: Desktop): string => (platform === 'darwin' ? 'osascript' : 'notify-send');

/** A desktop notification on this machine, where there is a desktop. */
export async function sendToDesktop(desktop: Desktop, notice: Notice): Promise<SendEnd> {
  const program = programOf(desktop);
  const args = program === 'osascript' ? macArgs(notice) : linuxArgs(notice);
  try {
    const ended = await exec({ program, args, env: desktop.env, timeoutMs: SEND_LIMIT_MS });
    if (ended.code === 0) return { is: 'sent' };
    const said = ended.stderr.trim().slice(0, STDERR_LETTERS);
    return missed(`${program} ended with ${ended.code}${said === '' ? '' : `: ${said}`}`);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return missed(error.message, { retry: error.retry });
  }
}

export async function observeDesktop(desktop: Desktop): Promise<ChannelObservation> {
  const program = programOf(desktop);
  const path = await findProgram(desktop.env.PATH ?? '', program);
  if (path === null) {
    const remedy =
      program === 'notify-send' ? 'install it (apt install libnotify-bin)' : 'look at the PATH of Swarm';
    return { is: 'lacking', what: `${program} is not found`, remedy };
  }
  const hasScreen = program === 'osascript' || hasSession(desktop.env);
  const warning = hasScreen ? null : 'no desktop session is seen from here';
  return { is: 'ready', by: path, warning };
}

const hasSession = ({ DISPLAY, WAYLAND_DISPLAY, DBUS_SESSION_BUS_ADDRESS }: Desktop['env']): boolean =>
  Boolean(DISPLAY || WAYLAND_DISPLAY || DBUS_SESSION_BUS_ADDRESS);

function bodyOf({ parts }: Notice): string {
  const shown = parts.slice(0, MOST_PARTS);
  const left = parts.length - shown.length;
  const told = shown
    .map((part) => fitPart(part, Math.floor(MOST_LETTERS / shown.length)))
    .map((part) => `${part.heading}\n${part.text}\n${actionOf(part)}`);
  return [...told, ...(left > 0 ? [`and ${left} more: swarm questions`] : [])].join('\n\n');
}

// The text contains words of agents: none of it may pass for a flag, for markup or for a script.
const linuxArgs = (notice: Notice): readonly string[] => [
  '--app-name=swarm',
  '--',
  notice.title,
  bodyOf(notice).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
];

const MAC_SCRIPT = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
];

const macArgs = (notice: Notice): readonly string[] => [
  ...MAC_SCRIPT.flatMap((line) => ['-e', line]),
  '--',
  notice.title,
  bodyOf(notice),
];
