import { missingInput } from '../../src/domain/attempt/input-lines.ts';
import { NO_USE } from '../../src/domain/resource/use.ts';
import type { AttemptRef, Attempts } from '../../src/runtime/attempt/attempts.ts';
import type { Dice } from './dice.ts';
import type { Folder } from './folder.ts';
import type { Judge } from './judge.ts';
import type { CallKind, Fate, Life, Schedule } from './schedule.ts';
import { handToHook, putToScreen } from './simulated-screen.ts';
import type { World } from './world.ts';

export type AttemptsDeps = Readonly<{ world: World; schedule: Schedule; dice: Dice; judge: Judge }>;

const MOST_LINES = 4;
const SMALL_BYTES = 1_000;

// Simulated agents write plain files, nothing is remembered outside of their folders, and none leaves on an
// interrupt: TERM follows.
const PLAIN_FILES: Pick<
  Attempts,
  | 'findAgentPid'
  | 'ensureForgotten'
  | 'ensureForgottenBut'
  | 'hasOddities'
  | 'ensureSetAside'
  | 'sendInterrupt'
  | 'observeUse'
  | 'ensureUseNoted'
  | 'observeHolding'
> = {
  ensureForgottenBut: async () => {},
  findAgentPid: async () => null,
  ensureForgotten: async () => {},
  hasOddities: () => false,
  ensureSetAside: async () => [],
  sendInterrupt: async () => undefined,
  observeUse: async () => NO_USE,
  ensureUseNoted: async () => ({ ...NO_USE, limitMb: null }),
  observeHolding: async () => null,
};

/** The contract of attempts, kept by the simulated machine. Every call may be the last of its life. */
export function simulatedAttempts({ world, schedule, dice, judge }: AttemptsDeps, life: Life): Attempts {
  const call = <T>(kind: CallKind, label: string, work: (fate: Fate) => T): Promise<T> => {
    const named = { life, kind, label: `attempts.${label}` };
    return kind === 'look' ? schedule.look(named, () => work('go')) : schedule.act(named, work);
  };
  const folderOf = ({ sessionId, attempt }: AttemptRef): Folder => world.folder(sessionId, attempt);
  const onFolder = <T>(verb: [CallKind, string], ref: AttemptRef, work: (folder: Folder, fate: Fate) => T) =>
    call(verb[0], `${verb[1]} ${ref.sessionId}/${ref.attempt}`, (fate) => work(folderOf(ref), fate));

  return {
    observe: (ref) => onFolder(['look', 'observe'], ref, (folder) => world.observe(folder)),
    observeAll: (refs) =>
      call('look', 'observeAll', () => new Map(refs.map((ref) => [ref.sessionId, glance(world, ref)]))),
    ensureOpen: (ref, plan) =>
      onFolder(['effect', 'ensureOpen'], ref, (folder) => {
        if (folder.claim !== null && !world.canClaimTwice) return;
        folder.plan = plan;
        world.open(folder);
      }),
    ensureInputEnded: (ref) =>
      onFolder(['effect', 'ensureInputEnded'], ref, (folder) => {
        folder.isEnding = true;
        folder.isInputEnded = true;
      }),
    sendSignal: (ref, signal) =>
      onFolder(['effect', `send ${signal}`], ref, (folder) => world.signal(folder, signal)),
    ensureGone: (ref) => onFolder(['effect', 'ensureGone'], ref, (folder) => world.clear(folder)),
    ensureInput: (ref, lines) =>
      onFolder(['effect', 'ensureInput'], ref, (folder, fate) => {
        const text = lines.join('');
        const isKept = text.startsWith(folder.stdin) || folder.stdin.startsWith(text);
        judge.demand(isKept, `the input of ${folder.name} was changed, not extended`);
        const isTorn = fate === 'die-after' && dice.chance(0.5);
        const end = isTorn ? dice.between(folder.stdin.length, text.length) : text.length;
        if (end > folder.stdin.length) folder.stdin = text.slice(0, end);
      }),
    ensureInputLines: (ref, lines) =>
      onFolder(['effect', 'ensureInputLines'], ref, (folder) => {
        folder.stdin += missingInput(folder.stdin, lines);
      }),
    putToScreen: (ref, turn) =>
      onFolder(['effect', 'putToScreen'], ref, (folder, fate) =>
        putToScreen({ world, dice, judge }, { folder, turn, fate }),
      ),
    observeScreen: (ref, read) =>
      onFolder(['look', 'observeScreen'], ref, (folder) =>
        read(world.screenOf(folder)?.text ?? JSON.stringify({ is: 'other' })),
      ),
    handToHook: (ref, answer) =>
      onFolder(['effect', 'handToHook'], ref, (folder) => handToHook({ world, dice, judge }, folder, answer)),
    ...PLAIN_FILES,
    ...recordOf({ world, dice, judge, onFolder, call }),
    listAsking: (sessionId) =>
      call('look', `listAsking ${sessionId}`, () =>
        foldersOf(world, sessionId)
          .flatMap(({ requests }) => requests)
          .filter(({ answer }) => answer === null)
          .map(({ key, name, text, attempt }) => ({ key, name, text, attempt })),
      ),
    answerAsking: ({ key }, answer) =>
      call('effect', `answerAsking ${key}`, () => {
        const request = findRequest(world, key);
        if (request) request.answer ??= answer;
      }),
    hasAskerLeft: ({ key }) =>
      call('look', `hasAskerLeft ${key}`, () => (findRequest(world, key)?.waitsUntil ?? 0) < world.now),
    wasAnswerHeard: ({ key }) =>
      call('look', `wasAnswerHeard ${key}`, () => findRequest(world, key)?.isHeard ?? false),
  };
}

const glance = (world: World, ref: AttemptRef): string =>
  `${world.processStamp(folderIn(world, ref))} ${foldersOf(world, ref.sessionId).map(filesStamp).join(' ')}`;

const folderIn = (world: World, { sessionId, attempt }: AttemptRef): Folder =>
  world.folder(sessionId, attempt);

const filesStamp = (folder: Folder): string => folder.stamp;

const foldersOf = (world: World, sessionId: string): Folder[] =>
  [...world.folders.values()].filter((folder) => folder.sessionId === sessionId);

function findRequest(world: World, key: string) {
  const folder = world.folders.get(key.slice(0, key.lastIndexOf('/')));
  return folder?.requests.find((request) => request.key === key);
}

type OnFolder = <T>(verb: [CallKind, string], ref: AttemptRef, work: (folder: Folder) => T) => Promise<T>;
type Recording = Readonly<{
  world: World;
  dice: Dice;
  judge: Judge;
  onFolder: OnFolder;
  call: <T>(kind: CallKind, label: string, work: () => T) => Promise<T>;
}>;
type Record = Pick<
  Attempts,
  | 'readEvents'
  | 'drawAt'
  | 'writeResult'
  | 'readResult'
  | 'readErrors'
  | 'readTranscript'
  | 'readErrorLines'
  | 'hasTranscript'
  | 'observeDisk'
>;

/** The same record, read at whatever time. */
export const timeless = (text: Buffer): string =>
  text.toString().replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":""');

const recordOf = ({ world, dice, judge, onFolder, call }: Recording): Record => ({
  readEvents: (ref, from) =>
    onFolder(['look', 'readEvents'], ref, (folder) => {
      const { isAligned, ...read } = folder.readEvents(from, dice.between(1, MOST_LINES));
      judge.demand(isAligned, `the record of ${folder.name} was read from the middle of a line`);
      return { ...read, tooLong: 0 };
    }),
  drawAt: (ref, { file, position }, text) =>
    onFolder(['effect', `drawAt ${file}`], ref, () => {
      const name = `${ref.sessionId}/${file}`;
      const before = world.drawn.get(name) ?? Buffer.alloc(0);
      judge.demand(position <= before.length, `a gap in ${name}`);
      const end = Buffer.concat([before.subarray(0, position), Buffer.from(text)]);
      const kept = timeless(before.subarray(0, end.length));
      const isHarmless = timeless(end).startsWith(kept);
      judge.demand(isHarmless, `${name} was overwritten with other words`);
      if (end.length > before.length) world.drawn.set(name, end);
    }),
  writeResult: (ref, json) =>
    onFolder(['effect', 'writeResult'], ref, (folder) => {
      folder.result = json;
    }),
  readResult: (ref) =>
    onFolder(['look', 'readResult'], ref, ({ result }) => (result === null ? null : { text: result })),
  // No agent of the simulation tells anything there that is read line by line.
  readErrorLines: async (_, from) => ({ lines: [], next: from, tooLong: 0, isAll: true }),
  readErrors: (ref) => onFolder(['look', 'readErrors'], ref, ({ stderr }) => stderr),
  readTranscript: ({ file }, from) =>
    call('look', `readTranscript ${file}`, () => {
      const lines = world.transcripts.get(file) ?? [];
      const start = from[file]?.bytes ?? 0;
      const taken = lines.slice(start, start + dice.between(1, MOST_LINES));
      return taken.length === 0 ? [] : [{ name: file, lines: taken, bytes: start + taken.length }];
    }),
  hasTranscript: (file, isWanted) =>
    call('look', `hasTranscript ${file}`, () => {
      const lines = world.transcripts.get(file);
      return lines !== undefined && (isWanted?.(lines) ?? true);
    }),
  observeDisk: (sessionId) =>
    call('look', `observeDisk ${sessionId}`, () => world.diskBytes.get(sessionId) ?? SMALL_BYTES),
});
