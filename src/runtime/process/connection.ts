import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A connection on this machine, by the ports of its two ends. */
export type Connection = Readonly<{ port: number; peerPort: number }>;

/** What the system tells of the other end: its socket; that it has left; or nothing. */
export type Peer = Readonly<{ is: 'socket'; inode: string } | { is: 'left' } | { is: 'unseen' }>;

const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
const ESTABLISHED = '01';
/** A socket that no process has any more. */
const NO_INODE = '0';

/** The processes at the other end of a connection; null when it was closed there. None where none is told. */
export function observePeers(connection: Connection): readonly number[] | null {
  const peer = findPeer(TABLES.map(readTable).join('\n'), connection);
  if (peer.is === 'left') return null;
  return peer.is === 'unseen' ? [] : listHolders(`socket:[${peer.inode}]`);
}

/** Finds it in the kernel's table of sockets, where each end of a local connection has a line. */
export function findPeer(table: string, { port, peerPort }: Connection): Peer {
  const lines = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([number = '']) => /^\d+:$/.test(number));
  const lineOf = (local: number, remote: number) =>
    lines.find(([, here = '', there = '']) => portOf(here) === local && portOf(there) === remote);
  if (lines.length === 0) return { is: 'unseen' };
  const [, , , state] = lineOf(port, peerPort) ?? [];
  if (state !== ESTABLISHED) return { is: 'left' };
  const inode = lineOf(peerPort, port)?.[9];
  if (inode === undefined) return { is: 'unseen' };
  return inode === NO_INODE ? { is: 'left' } : { is: 'socket', inode };
}

const portOf = (address: string): number => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);

/** Those of this user, whose open files may be looked at. */
function listHolders(link: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => hasOpen(pid, link));
}

function hasOpen(pid: number, link: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => linkOf(`${folder}/${name}`) === link);
  } catch {
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
