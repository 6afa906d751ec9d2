import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { ask, type Problem } from './ask.ts';
import { type ChangedKey, onChange } from './live.ts';
import type { AnswerOf, InputOf, VerbName } from './verbs.ts';

/** An answer that follows what happens: read again when something that it shows has changed. */
export type Resource<T> = Readonly<{
  value: Signal<T | undefined>;
  problem: Signal<Problem | null>;
  reload: () => void;
}>;

/** Of a busy project, answers are read again this often at most. */
const LEAST_PAUSE_MS = 250;
/** Pages that were left a while ago begin empty. */
const MOST_KEPT = 60;
const kept = new Map<string, unknown>();

type Watched = Readonly<{
  /** Kinds of rows that the answer depends on. */
  kinds: readonly string[];
  /** Only this row of them; left out: all. */
  id?: string;
  /** What the journal does not tell of is looked at this often, while the page can be seen. */
  everyMs?: number;
}>;

/** What a verb answers, kept up to date while the component is shown. */
export function useAnswer<N extends VerbName>(
  name: N,
  input: InputOf<N>,
  watched: Watched,
): Resource<AnswerOf<N>> {
  const key = `${name} ${JSON.stringify(input)}`;
  const resource = useMemo(() => open(name, input, key), [key]);
  useEffect(() => {
    resource.reload();
    const end = onChange((keys) => {
      if (keys === 'all' || keys.some((changed) => concerns(changed, watched))) resource.reload();
    });
    return () => {
      end();
      resource.stop();
    };
  }, [resource]);
  const { everyMs } = watched;
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => document.hidden || resource.reload(), everyMs);
    return () => clearInterval(timer);
  }, [resource, everyMs]);
  return resource;
}

const concerns = ({ kind, id }: ChangedKey, { kinds, id: wanted }: Watched): boolean =>
  kinds.includes(kind) && (wanted === undefined || id === null || wanted === id);

type Opened<T> = Resource<T> & Readonly<{ stop: () => void }>;

function open<N extends VerbName>(name: N, input: InputOf<N>, key: string): Opened<AnswerOf<N>> {
  const value = signal(kept.get(key) as AnswerOf<N> | undefined);
  const problem = signal<Problem | null>(null);
  const load = async (): Promise<void> => {
    const reply = await ask(name, input);
    if (!reply.ok) {
      problem.value = reply.problem;
      return;
    }
    problem.value = null;
    value.value = reply.value;
    keep(key, reply.value);
  };
  return { value, problem, ...paced(load) };
}

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** One load at a time, the first at once; what is wanted meanwhile is one more load after a pause. */
function paced(load: () => Promise<void>): Readonly<{ reload: () => void; stop: () => void }> {
  let state: 'rest' | 'busy' | 'again' | 'stopped' = 'rest';
  const run = async (): Promise<void> => {
    state = 'busy';
    await load();
    setTimeout(rest, LEAST_PAUSE_MS);
  };
  const rest = (): void => {
    if (state === 'again') void run();
    else if (state === 'busy') state = 'rest';
  };
  return {
    reload: () => {
      if (state === 'rest' || state === 'stopped') void run();
      else state = 'again';
    },
    stop: () => {
      state = 'stopped';
    },
  };
}
