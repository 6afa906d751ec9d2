import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ValueOf } from '../app/verbs.ts';
import type { Activity } from './activity.ts';
import type { HttpHost } from './host.ts';
import { JournalMeter } from './journal-meter.ts';

const LINES_AT_ONCE = 5_000;
const LAG_RESOLUTION_MS = 50;
const NANOSECONDS = 1e9;
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];

type Measures = ValueOf<'project.measure'>;

/** What Prometheus reads: counts of rows, and times from the journal, which is read on at each scrape. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #host: HttpHost;
  readonly #rows: RowMetrics;
  readonly #meter: JournalMeter;
  #reading: Promise<string> = Promise.resolve('');

  constructor(host: HttpHost, activity: Activity) {
    this.#host = host;
    const registers = [this.#registry];
    serverMetrics(registers, activity);
    this.#rows = rowMetrics(registers);
    this.#meter = meterOf(registers);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** One after the other, so that no line is counted twice. */
  render(): Promise<string> {
    this.#reading = this.#reading.catch(() => '').then(() => this.#collect());
    return this.#reading;
  }

  async #collect(): Promise<string> {
    await this.#readJournal();
    const measured = await this.#host.ask('project.measure', {});
    if (measured.ok) setRows(this.#rows, measured.value);
    const seen = await this.#host.ask('supervisor.status', {});
    this.#rows.isUp.set(seen.ok && seen.value.is === 'serving' ? 1 : 0);
    return this.#registry.metrics();
  }

  async #readJournal(): Promise<void> {
    for (;;) {
      const events = await this.#host.ask('event.list', { after: this.#meter.cursor, limit: LINES_AT_ONCE });
      const entries = events.ok ? events.value.entries : [];
      this.#meter.add(entries);
      if (entries.length < LINES_AT_ONCE) return;
    }
  }
}

/** Of this server's own process. */
function serverMetrics(registers: Registers, activity: Activity): void {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  const shown = (name: string, help: string, look: () => number) =>
    new Gauge({
      name: `swarm_dashboard_${name}`,
      help,
      registers,
      collect() {
        this.set(look());
      },
    });
  shown('viewers', 'Pages and terminals that are open', () => activity.viewers);
  shown('resident_memory_bytes', "Memory of the page's server", () => process.memoryUsage.rss());
  shown('event_loop_lag_seconds', 'Longest wait of the event loop since the last look', () => {
    const longest = Math.max(0, delay.max / NANOSECONDS - LAG_RESOLUTION_MS / 1_000);
    delay.reset();
    return longest;
  });
}

type Registers = Registry[];
type RowMetrics = ReturnType<typeof rowMetrics>;

const named =
  (registers: Registers) =>
  (name: string, help: string, labelNames: string[] = []) => ({
    name: `swarm_${name}`,
    help,
    labelNames,
    registers,
  });

function rowMetrics(registers: Registers) {
  const of = named(registers);
  const byPersona = (name: string, help: string) => new Counter(of(name, help, ['persona']));
  return {
    sessions: new Gauge(of('sessions', 'Sessions by persona and state', ['persona', 'state'])),
    attempts: byPersona('attempts_total', 'Processes of agents that were started'),
    restarts: byPersona('restarts_total', 'Attempts after the first of a session'),
    toolCalls: byPersona('tool_calls_total', 'Tools that agents used'),
    inputTokens: byPersona('input_tokens_total', 'Tokens that models read'),
    outputTokens: byPersona('output_tokens_total', 'Tokens that models wrote'),
    cost: byPersona('cost_usd_total', 'What models cost, in US dollars'),
    work: new Gauge(of('work', 'Work items by state', ['state'])),
    oldestReady: new Gauge(of('work_oldest_seconds', 'Age of the oldest queued work; 0 without any')),
    questions: new Gauge(of('questions_open', 'Questions that wait for a person', ['kind'])),
    oldestQuestion: new Gauge(of('question_oldest_seconds', 'Age of the oldest open question; 0 without')),
    isPaused: new Gauge(of('paused', '1 while the project is paused')),
    isUp: new Gauge(of('supervisor_up', '1 while a supervisor answers')),
  };
}

/** Rows say how much there is now, so that what was told before is set anew. */
function setRows(rows: RowMetrics, measures: Measures): void {
  for (const metric of Object.values(rows)) metric.reset();
  for (const { usage, states } of measures.personas) {
    const persona = usage.of ?? '';
    setStates(rows.sessions, persona, states);
    rows.attempts.inc({ persona }, usage.attempts);
    rows.restarts.inc({ persona }, Math.max(0, usage.attempts - usage.sessions));
    rows.toolCalls.inc({ persona }, usage.toolCalls);
    rows.inputTokens.inc({ persona }, usage.inputTokens);
    rows.outputTokens.inc({ persona }, usage.outputTokens);
    rows.cost.inc({ persona }, usage.costUsd);
  }
  for (const [state, count] of Object.entries(measures.work)) rows.work.set({ state }, count);
  for (const [kind, count] of Object.entries(measures.questions)) rows.questions.set({ kind }, count);
  rows.oldestReady.set((measures.oldestReadyMs ?? 0) / 1_000);
  rows.oldestQuestion.set((measures.oldestQuestionMs ?? 0) / 1_000);
  rows.isPaused.set(measures.isPaused ? 1 : 0);
}

const setStates = (sessions: Gauge, persona: string, states: Measures['states']): void => {
  for (const [state, count] of Object.entries(states)) sessions.set({ persona, state }, count);
};

function meterOf(registers: Registers): JournalMeter {
  const of = named(registers);
  const turns = new Counter(of('turns_total', 'Turns by how they ended', ['end']));
  const errors = new Counter(of('errors_total', 'What went wrong, by kind', ['kind']));
  const times = (name: string, help: string) =>
    new Histogram({ ...of(`${name}_seconds`, help), buckets: SECONDS });
  const wait = times('turn_wait', 'From the queueing of a turn to its handing over');
  const delivery = times('turn_delivery', 'From the handing over of a turn to its being read');
  const duration = times('turn_duration', 'From the handing over of a turn to its good end');
  return new JournalMeter({
    turn: (end) => turns.inc({ end }),
    error: (kind) => errors.inc({ kind }),
    waited: (seconds) => wait.observe(seconds),
    delivered: (seconds) => delivery.observe(seconds),
    worked: (seconds) => duration.observe(seconds),
  });
}
