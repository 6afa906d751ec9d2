import type { TypedContent } from '../../src/domain/message/message-content.ts';
import type { RecordedMessage, RunRecord } from '../../src/domain/run/result/record.ts';
import { workflowProgram } from '../../src/domain/run/workflow/workflow-program.ts';
import type { Workflow } from '../../src/domain/workflow/workflow.ts';
import { aMessage, aWorkflow } from './workflow.ts';

export const RUN_ID = '1700000000000';
const STARTED_AT = Date.parse('2025-11-18T15:30:42Z');

export const finding = (title: string): TypedContent => ({
  type: 'finding',
  title,
  body: `${title}, said at length.`,
  sources: ['RFC 9110'],
  confidence: 'high',
});

export const review = (
  verdict: 'approved' | 'changes' | 'blocked',
  points: readonly { about: string; text: string }[] = [],
): TypedContent => ({ type: 'review', verdict, summary: `I say ${verdict}`, findings: points });

/** A run that took these messages in, one after the other, as its program does. */
export function recordOf(
  words: readonly (readonly [role: string, content: TypedContent])[],
  more: Partial<RunRecord> & { workflow?: Workflow } = {},
): RunRecord {
  const { workflow = aWorkflow(), ...rest } = more;
  const program = workflowProgram(workflow);
  let { state } = program.start('why is the sky blue');
  const said: RecordedMessage[] = [];
  for (const [index, [role, content]] of words.entries()) {
    const id = `m${index + 1}`;
    said.push({ id, role, content, round: state.round, at: STARTED_AT + index * 1000 });
    const judged = content.type === 'review' ? content : { verdict: null, findings: [] };
    const { verdict, findings } = judged;
    const fact = aMessage({ id, from: role, type: content.type, verdict, findings, round: state.round });
    state = program.advance(state, fact).state;
  }
  return {
    run: {
      id: RUN_ID,
      workflow: workflow.name,
      goal: 'why is the sky blue',
      ending: state.ended === null ? 'cancelled' : state.ended.success ? 'completed' : 'failed',
      reasonText: null,
      createdAt: STARTED_AT,
      stateSince: STARTED_AT + 92_000,
      endedAt: null,
    },
    now: STARTED_AT + 100_000,
    definition: workflow,
    state,
    said,
    sessions: workflow.roles.map(({ name }) => ({
      session: {
        id: `${RUN_ID}-${name}`,
        role: name,
        cli: 'rehearsal',
        model: null,
        state: 'completed',
        reasonText: null,
      },
      attempts: [
        { costUsd: 0.1, inputTokens: 100, outputTokens: 10 },
        { costUsd: 0.2, inputTokens: 200, outputTokens: 20 },
      ],
    })),
    errors: [],
    workspaces: workflow.roles
      .filter(({ hasWorkspace }) => hasWorkspace)
      .map(({ name }) => ({
        sessionId: `${RUN_ID}-${name}`,
        branch: `swarm/${name}-${RUN_ID}`,
        baseCommit: '0123456789abcdef',
      })),
    kept: [],
    ...rest,
  };
}
