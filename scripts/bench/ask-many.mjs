// ask-many <turns>…: creates a lone session with a workspace for each number, as fast as one process can, and
// gives it so many turns, in each of which its agent asks Swarm once, as an agent of a plan does; prints the
// ids of the sessions. The project is the current folder.
import { SendMessage } from '../../src/contract/message.ts';
import { CreateSession } from '../../src/contract/session.ts';
import { openLibrary } from '../../src/main/open-library.ts';

const RESULT = '- result: { summary: It is done., isRehearsal: true }';

/** Every second turn settles the note of the one before it: an agent with an open note is not done. */
function commandOf(nth, turns) {
  if (nth % 2 === 0) return `run: swarm note resolve note_${String(nth / 2).padStart(3, '0')} "So it is."`;
  return nth === turns ? 'run: swarm note list' : 'note: I take it that the work is as it was.';
}

const scriptOf = (nth, turns) =>
  ['Do what you do.', '```rehearsal', '- say: I do it.', RESULT, `- ${commandOf(nth, turns)}`, '```'].join(
    '\n',
  );

const unwrap = (made) => {
  if (!made.ok) throw new Error(JSON.stringify(made.refusal));
  return made.value;
};

async function create(counts) {
  const { ask, close } = await openLibrary({ root: process.cwd(), trust: true }, process.env);
  const ids = [];
  for (const turns of counts) {
    const input = { persona: 'developer', promptSource: '-', workspace: true, wait: true };
    const prompt = scriptOf(1, turns);
    const made = await ask('session.create', CreateSession.parse({ ...input, prompt }));
    const { id } = unwrap(made).session;
    for (let nth = 2; nth <= turns; nth += 1) {
      const words = { to: id, body: scriptOf(nth, turns) };
      unwrap(await ask('message.send', SendMessage.parse(words)));
    }
    ids.push(id);
  }
  await close();
  return ids;
}

create(process.argv.slice(2).map(Number)).then(
  (ids) => process.stdout.write(`${ids.join('\n')}\n`),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  },
);
