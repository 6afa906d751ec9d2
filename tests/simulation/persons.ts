import type { VerbDeps } from '../../src/app/deps.ts';
import { addMessage } from '../../src/app/message/add-message.ts';
import { cleanProject } from '../../src/app/project/clean-project.ts';
import { pauseProject } from '../../src/app/project/pause-project.ts';
import { unpauseProject } from '../../src/app/project/unpause-project.ts';
import { answerQuestion } from '../../src/app/question/answer-question.ts';
import { killRun } from '../../src/app/run/kill-run.ts';
import { type StartRunDeps, startRun } from '../../src/app/run/start-run.ts';
import { stopRun } from '../../src/app/run/stop-run.ts';
import { archiveSessions } from '../../src/app/session/archive-sessions.ts';
import { createSession } from '../../src/app/session/create-session.ts';
import { handBack } from '../../src/app/session/hand-back.ts';
import { interruptSession } from '../../src/app/session/interrupt-session.ts';
import { killSession } from '../../src/app/session/kill-session.ts';
import { restoreSession } from '../../src/app/session/restore-session.ts';
import { resumeSession } from '../../src/app/session/resume-session.ts';
import { takeOver } from '../../src/app/session/take-over.ts';
import type { StartRun } from '../../src/contract/run.ts';
import type { CreateSession } from '../../src/contract/session.ts';
import { Fault } from '../../src/domain/fault.ts';
import { accept, refuse } from '../../src/domain/outcome.ts';
import type { Persona } from '../../src/domain/persona/persona.ts';
import type { Question } from '../../src/domain/question/question.ts';
import { isOver } from '../../src/domain/session/session.ts';
import { creating } from './creating.ts';
import type { Crew, Setting } from './crew.ts';
import { PERSONAS } from './project.ts';
import { WORKFLOWS } from './run-parts.ts';
import { type Life, newLife } from './schedule.ts';
import { PARTS } from './stream-lines.ts';

type Errand =
  | 'create'
  | 'kill'
  | 'send'
  | 'answer'
  | 'answer-twice'
  | 'archive'
  | 'restore'
  | 'clean'
  | 'interrupt'
  | 'pause'
  | 'unpause'
  | 'take-over'
  | 'hand-back'
  | 'resume'
  | 'start-run'
  | 'stop-run'
  | 'kill-run';
const NO_PANES = { listEndedPanes: async () => [], closePanes: async () => {} };
const CLEAN_ALL = { dryRun: false, sessionIds: [] };
const MOST_RUNS = 3;

export type Verb = (deps: VerbDeps, life: Life) => Promise<unknown>;

const ERRANDS: Partial<Record<Errand, number>> = {
  create: 30,
  kill: 5,
  send: 30,
  answer: 40,
  'answer-twice': 8,
  archive: 4,
  restore: 2,
  clean: 2,
  interrupt: 8,
  pause: 2,
  unpause: 8,
  'take-over': 10,
  'hand-back': 8,
  resume: 8,
};

const RUN_ERRANDS: Partial<Record<Errand, number>> = { 'start-run': 30, 'stop-run': 1, 'kill-run': 1 };

/** How much people do, and what. */
export type Errands = Readonly<{
  mostSessions: number;
  hasRuns: boolean;
  hasLoops: boolean;
  hasPlans: boolean;
  hasRaces: boolean;
}>;

/** People at their terminals: each command is a process of its own, and may be cut off anywhere. */
export class Persons {
  readonly #setting: Setting;
  readonly #crew: Crew;
  readonly #mostSessions: number;
  readonly #weights: Partial<Record<Errand, number>>;
  /** Some projects use nothing but screens. */
  readonly #personas: readonly Persona[];
  readonly #keys = new Map<string, string>();
  #errands = 0;

  constructor(setting: Setting, crew: Crew, { mostSessions, hasRuns }: Errands) {
    this.#setting = setting;
    this.#crew = crew;
    this.#mostSessions = mostSessions;
    this.#weights = hasRuns ? { ...ERRANDS, ...RUN_ERRANDS } : ERRANDS;
    const isScreensOnly = setting.dice.chance(0.3);
    this.#personas = isScreensOnly ? PERSONAS.filter(({ cli }) => cli === 'screener') : PERSONAS;
  }

  async act(): Promise<void> {
    const { dice } = this.#setting;
    switch (dice.weigh<Errand>(this.#weights)) {
      case 'create':
        return this.#create();
      case 'kill':
        return this.#withSession((sessionId) => this.kill(sessionId));
      case 'send':
        return this.#withRecipient((to) =>
          this.run(`send to ${to}`, (deps) =>
            addMessage(deps, { to, body: `m-${dice.hex(12)}`, steer: dice.chance(0.3) }),
          ),
        );
      case 'answer':
        return this.#answerOne(1);
      case 'answer-twice':
        return this.#answerOne(2);
      case 'interrupt':
        return this.#withRecipient((id) => this.#interrupt(id));
      case 'pause':
        return this.run('pause', (deps) => pauseProject(deps, { reason: 'too hot' }));
      case 'unpause':
        return this.unpause();
      case 'take-over':
        return this.#withScreener((id) => this.#takeOver(id));
      case 'hand-back':
        return this.#withScreener((id) => this.handBack(id));
      case 'resume':
        return this.#withRecipient((sessionId) =>
          this.run(`resume ${sessionId}`, (deps) => resumeSession(deps, { sessionId })),
        );
      case 'archive':
        return this.#withSession((id) => this.#archive(id));
      case 'restore':
        return this.#withSession((id) => this.#restore(id));
      case 'clean':
        return this.run('clean', (deps, life) =>
          cleanProject({ ...deps, ...NO_PANES, folders: this.#setting.disk.folders(life) }, CLEAN_ALL),
        );
      case 'start-run':
        return this.#startRun();
      case 'stop-run':
        return this.#withRun((deps, runId) => stopRun(deps, { runId, reason: 'enough' }));
      case 'kill-run':
        return this.#withRun((deps, runId) => killRun(deps, { runId, reason: 'enough' }));
    }
  }

  async answer({ id, kind, options }: Pick<Question, 'id' | 'kind' | 'options'>): Promise<void> {
    const { dice, world } = this.#setting;
    const isEnough =
      ['budget', 'process-budget', 'login'].includes(kind) && !world.isCalm && dice.chance(0.2);
    // Some work in the background never ends: who always said "wait on" would be asked for ever.
    const isPatient = kind === 'background' && !world.isCalm;
    const isAny = ['start', 'run', 'background'].includes(kind) && !isPatient && options.length > 0;
    const isRejected = kind === 'approval' && !world.isCalm && dice.chance(0.4);
    const chosen = isAny ? dice.pick(options) : isEnough ? options.at(-1) : options[0];
    const answer = isRejected ? dice.pick(['reject: less of it', 'stop']) : (chosen ?? `a-${dice.hex(8)}`);
    if (kind === 'dialog') return this.#answerParts(id, answer);
    await this.run(`answer ${id}`, (deps) => answerQuestion(deps, { questionId: id, answer }));
  }

  /** One by one, in any order. The program may die in between. */
  async #answerParts(id: string, answer: string): Promise<void> {
    const parts = answer.endsWith('0') ? [...PARTS].reverse() : PARTS;
    for (const part of parts) {
      const words = [`${part}=${answer}`];
      await this.run(`answer ${part} of ${id}`, (deps) =>
        answerQuestion(deps, { questionId: id, answer: words }),
      );
    }
  }

  /** Runs again what a crash may have cut in two. */
  async archiveAgain(): Promise<void> {
    for (const { id, archivedAt } of this.#setting.ledger.sessions.values()) {
      if (archivedAt !== null) await this.#archive(id);
      else await this.#restore(id);
    }
  }

  handBack(sessionId: string): Promise<void> {
    const body = this.#setting.dice.chance(0.5) ? '' : `b-${this.#setting.dice.hex(12)}`;
    return this.run(`hand-back ${sessionId}`, (deps) => handBack(deps, { sessionId, body }));
  }

  unpause(): Promise<void> {
    return this.run('unpause', unpauseProject);
  }

  kill(sessionId: string): Promise<void> {
    return this.run(`kill ${sessionId}`, (deps) => killSession(deps, { sessionId, reason: 'enough' }));
  }

  #interrupt(sessionId: string): Promise<void> {
    const reason = `r-${this.#setting.dice.hex(8)}`;
    return this.run(`interrupt ${sessionId}`, (deps) => interruptSession(deps, { sessionId, reason }));
  }

  #takeOver(sessionId: string): Promise<void> {
    return this.run(`take-over ${sessionId}`, (deps) => takeOver(creating(deps), { sessionId }));
  }

  async #withScreener(run: (id: string) => Promise<void>): Promise<void> {
    const screeners = [...this.#setting.ledger.sessions.values()].filter(
      (session) => session.cli === 'screener' && !isOver(session),
    );
    if (screeners.length > 0) await run(this.#setting.dice.pick(screeners).id);
  }

  #restore(sessionId: string): Promise<void> {
    return this.run(`restore ${sessionId}`, (deps, life) =>
      restoreSession({ ...deps, folders: this.#setting.disk.folders(life) }, { sessionId }),
    );
  }

  #archive(id: string): Promise<void> {
    return this.run(`archive ${id}`, (deps, life) =>
      archiveSessions(
        { ...deps, folders: this.#setting.disk.folders(life) },
        { dryRun: false, sessionIds: [id] },
      ),
    );
  }

  async #withSession(run: (id: string) => Promise<void>): Promise<void> {
    const ids = [...this.#setting.ledger.sessions.keys()];
    if (ids.length > 0) await run(this.#setting.dice.pick(ids));
  }

  // People write to sessions at work, and now and then to one that is gone.
  async #withRecipient(run: (id: string) => Promise<void>): Promise<void> {
    const { ledger, dice } = this.#setting;
    const live = [...ledger.sessions.values()].filter((session) => !isOver(session)).map(({ id }) => id);
    if (live.length === 0 || dice.chance(0.2)) return this.#withSession(run);
    await run(dice.pick(live));
  }

  async #answerOne(times: number): Promise<void> {
    const open = await this.#setting.store.listQuestions({ state: 'open' });
    if (open.length === 0) return;
    const question = this.#setting.dice.pick(open);
    for (let time = 0; time < times; time++) await this.answer(question);
  }

  async #withRun(verb: (deps: VerbDeps, runId: string) => Promise<unknown>): Promise<void> {
    const ids = [...this.#setting.ledger.runs.runs.keys()];
    if (ids.length === 0) return;
    const id = this.#setting.dice.pick(ids);
    await this.run(`end run ${id}`, (deps) => verb(deps, id));
  }

  async #startRun(): Promise<void> {
    const { dice, ledger } = this.#setting;
    if (ledger.runs.runs.size >= MOST_RUNS) return;
    const workflow = dice.pick(WORKFLOWS).name;
    const persona = dice.pick(['talker', 'teller', 'namer', 'printer', 'screener', 'watched']);
    const key = dice.chance(0.5) ? { key: `run-${dice.between(1, 2)}` } : {};
    const input: StartRun = { workflow, goal: 'a well', roles: { maker: { persona } }, ...key };
    const times = dice.chance(0.3) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      await this.run(`start ${workflow}`, (deps) => startRun(starting(deps), input));
    }
  }

  async #create(): Promise<void> {
    const { dice, ledger } = this.#setting;
    if (ledger.sessions.size >= this.#mostSessions) return;
    const key = dice.chance(0.4) ? `key-${dice.between(1, 3)}` : undefined;
    const isOther = dice.chance(0.1);
    const persona = key === undefined ? dice.pick(this.#personas).name : `talker`;
    const input: CreateSession = {
      persona,
      prompt: `task ${key ?? dice.hex(6)}${isOther ? ' in other words' : ''}`,
      promptSource: '-',
      tags: [],
      priority: dice.pick(['low', 'normal', 'high']),
      metadata: {},
      wait: dice.chance(0.5),
      outlivesParent: false,
      withChanges: false,
      workspace: key === undefined && dice.chance(0.2),
      schemaSource: '-',
      ...this.#dependencies(key === undefined),
      retryOn: [],
      ...(key === undefined && dice.chance(0.15) ? { schema: '{}' } : {}),
      ...(key === undefined ? {} : { key }),
    };
    // The same command twice, as from a person who missed the first answer.
    const times = key !== undefined && dice.chance(0.4) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      await this.run(`create ${persona} ${key ?? ''}`, async (deps) => {
        const made = await createSession(creating(deps), input);
        if (made.ok && key !== undefined) this.#checkKey(key, made.value.session.id);
      });
    }
  }

  /** Now and then it waits for sessions that are there already. */
  #dependencies(may: boolean): Pick<CreateSession, 'after' | 'afterAny' | 'afterEnd' | 'onFailed'> {
    const { dice, ledger } = this.#setting;
    const ids = [...ledger.sessions.keys()];
    const none = { after: [], afterAny: [], afterEnd: [], onFailed: 'fail' as const };
    if (!may || ids.length === 0 || !dice.chance(0.3)) return none;
    const named = [dice.pick(ids), ...(dice.chance(0.3) ? [dice.pick(ids)] : [])];
    const how = dice.pick(['after', 'afterAny', 'afterEnd'] as const);
    return { ...none, [how]: named, onFailed: dice.pick(['fail', 'skip', 'ask'] as const) };
  }

  #checkKey(key: string, id: string): void {
    const known = this.#keys.get(key) ?? id;
    this.#keys.set(key, known);
    this.#setting.judge.demand(known === id, `${key} is ${known} and ${id}`);
  }

  /** A command under way; its outcome may be a refusal, and its process may meet a fault. */
  async run(what: string, verb: Verb): Promise<void> {
    const { judge, schedule } = this.#setting;
    const life = newLife(`person ${++this.#errands}`);
    judge.trace.note(`${life.name}: ${what}`);
    const deps = this.#crew.verbDeps(life, 'person');
    await schedule.begin(life, () => {
      verb(deps, life).then(undefined, (error: unknown) => {
        judge.demand(error instanceof Fault, `${what} failed: ${String(error)}`);
      });
    });
  }
}

export const starting = (deps: VerbDeps): StartRunDeps => ({
  ...creating(deps),
  findWorkflow: async (name) => {
    const found = WORKFLOWS.find((one) => one.name === name);
    return found ? accept(found) : refuse({ code: 'workflow-not-found', name, near: [] });
  },
  roleWorkspacePath: (runId, role) => `/w/${runId}/${role}`,
});
