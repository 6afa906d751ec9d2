import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findPeer, observePeers } from './connection.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const line = (ends: string, state: string, inode: number): string =>
  `   0: ${ends} ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0`;
const OURS = line('0100007F:1F90 0100007F:C001', '01', 11);
const CONNECTION = { port: 0x1f90, peerPort: 0xc001 };

test.each([
  ['the socket of its process', [OURS, line('0100007F:C001 0100007F:1F90', '01', 12)], '12'],
  [
    'one that speaks IPv6',
    [OURS, line('0000000000000000FFFF00000100007F:C001 0000000000000000FFFF00000100007F:1F90', '01', 13)],
    '13',
  ],
])('the other end of a connection is %s', (_, lines, inode) => {
  expect(findPeer([HEAD, ...lines].join('\n'), CONNECTION)).toEqual({ is: 'socket', inode });
});

test.each([
  ['closed by a process that is gone', [OURS, line('0100007F:C001 0100007F:1F90', '05', 0)], 'left'],
  ['half closed', [line('0100007F:1F90 0100007F:C001', '08', 11)], 'left'],
  ['reset', [line('0100007F:1F90 00000000:0000', '0A', 10)], 'left'],
  ['not told: the other end is of another machine', [OURS], 'unseen'],
])('a connection that is %s has no process', (_, lines, is) => {
  expect(findPeer([HEAD, ...lines].join('\n'), CONNECTION)).toEqual({ is });
});

test('where the system shows no table, nothing is told', () => {
  expect(findPeer('\n', CONNECTION)).toEqual({ is: 'unseen' });
});

test.runIf(process.platform === 'linux')('a real connection is traced to its process', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [import('node:net').Socket];
  const connection = { port, peerPort: socket.remotePort ?? 0 };
  expect(observePeers(connection)).toEqual([process.pid]);
  socket.resume();
  client.destroy();
  await once(socket, 'end');
  expect(observePeers(connection)).toBeNull();
  socket.destroy();
  server.close();
});
