import type { Performer } from './performer.ts';
import type { Pause } from './world.ts';

type Word = 'nothing' | 'progress' | 'done' | 'fail' | 'add' | 'wrong';

const WORDS: Readonly<Record<Word, number>> = {
  nothing: 75,
  progress: 8,
  done: 5,
  fail: 4,
  add: 4,
  wrong: 4,
};
const PATIENCE_MS = 30_000;

/** What an agent may tell the queue about its work, and now and then about work that is not its own. */
export function* speakOfWork(actor: Performer, workId: string): Generator<Pause, void, void> {
  const { dice } = actor;
  const word = actor.isCalm ? 'nothing' : dice.weigh<Word>(WORDS);
  if (word === 'nothing') return;
  yield { ms: dice.between(1, 2_000) };
  if (word === 'done') actor.finish();
  yield* actor.ask(requestOf(word, workId, `w-${dice.between(1, 9)}`), PATIENCE_MS);
}

function requestOf(word: Exclude<Word, 'nothing'>, workId: string, other: string): unknown {
  switch (word) {
    case 'progress':
      return { verb: 'queue.progress', workId, completed: 1, total: 3 };
    case 'done':
      return { verb: 'queue.done', workId };
    case 'fail':
      return { verb: 'queue.fail', workId, reason: 'it cannot be done' };
    case 'add':
      return { verb: 'queue.add', id: `${workId}-more`, title: 'what is left', needs: [workId] };
    case 'wrong':
      return { verb: 'queue.done', workId: other };
  }
}
