// ask-many <count>: creates so many lone sessions with workspaces, as fast as one process can; prints their
// ids. The project is the current folder.
import { CreateSession } from '../../src/contract/session.ts';
import { openLibrary } from '../../src/main/open-library.ts';

async function create(count) {
  const { ask, close } = await openLibrary({ root: process.cwd(), trust: true }, process.env);
  const ids = [];
  for (let n = 0; n < count; n += 1) {
    const input = {
      persona: 'developer',
      prompt: 'Do what you do.',
      promptSource: '-',
      workspace: true,
      wait: true,
    };
    const made = await ask('session.create', CreateSession.parse(input));
    if (!made.ok) throw new Error(JSON.stringify(made.refusal));
    ids.push(made.value.session.id);
  }
  await close();
  return ids;
}

create(Number(process.argv[2])).then(
  (ids) => process.stdout.write(`${ids.join('\n')}\n`),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  },
);
