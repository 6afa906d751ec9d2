import type { MessageType, Verdict } from '../../src/domain/message/message-type.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import type { CriterionEnd } from '../../src/domain/plan/verification.ts';
import type { EarlierNote, EscalatedNote } from '../../src/domain/run/plan/escalation/escalation.ts';
import { planProgram } from '../../src/domain/run/plan/plan-program.ts';
import { definePlan, type PlanState, progressOfTask } from '../../src/domain/run/plan/plan-state.ts';
import type { RunFact, RunOrder } from '../../src/domain/run/program.ts';

type Turn = Extract<RunOrder, { is: 'give-turn' }>;
type Checking = Readonly<{ task: string; number: number }>;
type EscalationOptions = Readonly<{ similar?: number; reason?: string }>;

/** A run of a plan that is driven by hand: no rows, no agents. */
export class DrivenPlan {
  /** The plan that it began with, and the one that it goes on with. */
  readonly first: Plan;
  plan: Plan;
  state: PlanState;
  readonly facts: RunFact[] = [];
  /** All that was ordered so far, and what the last fact led to. */
  readonly ordered: RunOrder[] = [];
  orders: readonly RunOrder[] = [];
  /** The newest turn of each role. */
  readonly turns = new Map<string, Turn>();
  /** What Swarm finds when it looks at a task. */
  ends: CriterionEnd = 'green';
  /** What lies on the branches, by task. */
  hashes: Record<string, string> = {};
  readonly #rounds: number;
  #messages = 0;

  constructor(plan: Plan, rounds = 3) {
    this.first = plan;
    this.plan = plan;
    this.#rounds = rounds;
    const { state, orders } = this.#program().start(plan.goal);
    this.state = state as PlanState;
    this.#note(orders);
    this.orders = orders;
  }

  turnOf(role: string): Turn | undefined {
    return this.turns.get(role);
  }
  statusOf(id: string): string {
    return progressOfTask(this.state, { id }).status;
  }
  statuses(): readonly string[] {
    return this.plan.tasks.map(({ id }) => this.statusOf(id));
  }
  ordersOf<K extends RunOrder['is']>(is: K): readonly Extract<RunOrder, { is: K }>[] {
    return this.ordered.filter((order): order is Extract<RunOrder, { is: K }> => order.is === is);
  }

  tell(fact: RunFact): void {
    this.facts.push(fact);
    const { state, orders } = this.#program().advance(this.state, fact);
    this.state = state as PlanState;
    this.#note(orders);
    this.orders = orders;
    const check = orders.find((order) => order.is === 'run-criteria');
    if (!check) return;
    this.look(check);
    this.orders = [...orders, ...this.orders];
  }
  /** Swarm looks at what a task was handed over with. */
  look({ task, number }: Checking): void {
    const criterion = { text: 'it works', command: 'make test', file: null };
    this.tell({
      is: 'criteria-run',
      task,
      number,
      commit: `commit-${task}-${number}`,
      results: [{ ...criterion, is: this.ends, output: 'it ended with 1' }],
      outputs: Object.entries(this.hashes).map(([id, hash]) => ({ task: id, path: `${id}.md`, hash })),
      notes: [{ label: 'note_001', description: 'one unit', resolution: 'metres', resolvedBy: 'user' }],
    });
  }
  say(from: string, type: MessageType, verdict: Verdict | null = null): void {
    const findings = verdict === 'changes' ? [{ about: 'part.md', text: 'no source' }] : [];
    const round = this.turnOf(from)?.round ?? null;
    this.#messages += 1;
    const id = `m${this.#messages}`;
    this.tell({ is: 'message', id, from, to: null, type, verdict, findings, body: `${type} ${id}`, round });
  }
  /** Its agent hands over, twice: after the work and after the review. */
  handOver(role: string): void {
    this.say(role, 'result');
    this.say(role, 'result');
  }
  /** Done, reviewed and verified. */
  finish(role: string): void {
    this.handOver(role);
    this.say('checker', 'review', 'approved');
  }
  endTurn(role: string): void {
    this.tell({ is: 'turn-ended', role, round: this.turnOf(role)?.round ?? -1 });
  }
  lose(role: string): void {
    this.tell({ is: 'session-ended', role, ending: 'failed', reason: 'crash' });
  }
  retry(task: string, why = 'look again'): void {
    this.tell({ is: 'task-retried', task, why });
  }
  /** The answer to what was asked last, where nothing else is said. */
  answer(answer: string, question = this.state.questions): void {
    this.tell({ is: 'answered', question, answer });
  }
  escalate(
    role: string,
    ids: readonly string[],
    { similar = 0, reason = 'not mine' }: EscalationOptions = {},
  ): void {
    const notes = ids.map((id) => escalatedNote(id, { similar, reason }));
    const history: readonly EarlierNote[] = Array.from({ length: similar }, (_, n) => ({
      label: `note_00${n}`,
      description: 'Asked before',
      resolution: `answer ${n}`,
    }));
    this.tell({ is: 'notes-escalated', role, notes, history });
  }

  #program() {
    return planProgram(definePlan(this.plan, { rounds: this.#rounds }));
  }
  #note(orders: readonly RunOrder[]): void {
    this.ordered.push(...orders);
    for (const order of orders) {
      if (order.is === 'give-turn') this.turns.set(order.role, order);
      if (order.is === 'replace-plan') this.plan = order.plan;
    }
  }
}

const escalatedNote = (id: string, { similar, reason }: Required<EscalationOptions>): EscalatedNote => ({
  id,
  label: id.split('.')[1] ?? id,
  description: `What about ${id}?`,
  context: 'at work',
  reason,
  similar,
});
