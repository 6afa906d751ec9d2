// draw-reservations <count> <file>: the drawn file of so many reservations, and the command that reads it.
import { toolCallHook } from '../../src/domain/reservation/hook-script.ts';
import { renderReservationFile } from '../../src/views/reservation-file.ts';

const [count, file] = process.argv.slice(2);
const held = Array.from({ length: Number(count) }, (_, n) => ({
  glob: `src/part-${n}/**/*.{ts,tsx}`,
  createdAt: Date.now(),
  expiresAt: Date.now() + 3_600_000,
  holderId: `BlueLake-${n}`,
  holder: 'BlueLake (session 10:30)',
  conversationId: `c-${n}`,
  pid: null,
}));
const text = renderReservationFile('block', held, { ignoreCase: false });
process.stdout.write(JSON.stringify({ text, command: toolCallHook(file) }));
