import { once } from 'node:events';
import { openStore } from '../../src/store/open-store.ts';
import { addSession, aSession } from './rows.ts';

/**
 * A process of its own: waits for a word on its input, opens the store and creates sessions. Says the id of
 * each one that is saved, or the code of the fault.
 */
async function main([file = '', name = '', count = '0']: readonly string[]): Promise<void> {
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  process.stdin.destroy();

  const store = await openStore({ sqliteFile: file });
  for (let n = 0; n < Number(count); n++) {
    const id = `${name}-${n}`;
    const { saved } = await store.commit([addSession(aSession({ id }))]);
    if (saved) process.stdout.write(`${id}\n`);
  }
  await store.close();
}

main(process.argv.slice(2)).catch((error) => {
  process.stdout.write(`${error.code ?? error}\n`);
});
