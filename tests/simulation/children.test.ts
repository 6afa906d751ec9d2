import { describe, expect, test } from 'vitest';
import { accountsOf } from '../../src/domain/budget/account.ts';
import type { Session } from '../../src/domain/session/session.ts';
import type { CommitResult } from '../../src/store/commit-result.ts';
import type { Write } from '../../src/store/store.ts';
import { simulate } from './simulation.ts';

const SEEDS = 20;
const SEEDS_PER_TEST = 5;
const ROUNDS = 1_000;

const groups = Array.from({ length: SEEDS / SEEDS_PER_TEST }, (_, group) => group * SEEDS_PER_TEST);

/** Follows births and charges: of each request one session, of each cost one charge to each account. */
class Registry {
  readonly #sessions = new Map<string, Session>();
  readonly #requests = new Map<string, number>();
  readonly wrong: string[] = [];
  born = 0;

  follow(writes: readonly Write[], { saved }: CommitResult): void {
    if (!saved) return;
    for (const write of writes) if (write.kind === 'add-session') this.#add(write.session, write.spec.prompt);
    const charged = writes.flatMap((write) => (write.kind === 'charge-account' ? write.account : []));
    const payer = writes.find(({ kind }) => kind === 'save-attempt');
    const session = payer?.kind === 'save-attempt' ? this.#sessions.get(payer.from.sessionId) : undefined;
    if (charged.length === 0 || session === undefined) return;
    const day = charged.find((name) => name.startsWith('day:'))?.slice('day:'.length) ?? '';
    if (String(charged) !== String(accountsOf(session, day)))
      this.wrong.push(`${session.id} is charged to ${charged}`);
  }

  #add(session: Session, prompt: string): void {
    this.#sessions.set(session.id, session);
    if (session.parentId === null) return;
    this.born += 1;
    const times = (this.#requests.get(prompt) ?? 0) + 1;
    this.#requests.set(prompt, times);
    if (times > 1) this.wrong.push(`"${prompt}" was begun ${times} times`);
    const siblings = [...this.#sessions.values()].filter(({ parentId }) => parentId === session.parentId);
    if (siblings.length > 3 || session.depth > 2) this.wrong.push(`${session.id} is one too many`);
  }
}

describe('whatever dies, a child is begun once, ends with its parent and is paid for by all above it', () => {
  let born = 0;
  test.each(groups)('in five worlds from seed %i on', async (first) => {
    for (let seed = first; seed < first + SEEDS_PER_TEST; seed++) {
      const registry = new Registry();
      const onCommit = registry.follow.bind(registry);
      const { violation, trace } = await simulate({ seed, rounds: ROUNDS, hasChildren: true, onCommit });
      const repeat = `npm run simulate -- --seed ${seed} --rounds ${ROUNDS} --children`;
      expect(violation, `${trace.join('\n')}\n\n${violation}\nRepeat: ${repeat}`).toBeNull();
      expect(registry.wrong, repeat).toEqual([]);
      born += registry.born;
    }
    expect(born).toBeGreaterThan(0);
  });
});
