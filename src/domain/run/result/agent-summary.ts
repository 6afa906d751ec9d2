import { isInTurn, type RecordedMessage, type RunRecord } from './record.ts';
import type { AgentSummary } from './run-result.ts';
import { isDelivery, type Work } from './work.ts';

/** One for each role that had a session or said something. */
export function summariseAgents(record: RunRecord, work: Work): readonly AgentSummary[] {
  return record.definition.roles
    .filter(({ name }) => isThere(record, name))
    .map(({ name }) => summarise(name, record, work));
}

const isThere = ({ sessions, said }: RunRecord, name: string): boolean =>
  sessions.some(({ session }) => session.role === name) || said.some(({ role }) => role === name);

function summarise(role: string, { said, state }: RunRecord, work: Work): AgentSummary {
  const mine = said.filter((one) => one.role === role);
  const counts = work.approved.filter((one) => one.role === role);
  const reviews = ofType(mine, 'review').filter((one) => isInTurn(state, one)).length;
  const paths = counts.flatMap(({ content }) => (content.type === 'artifact' ? [content.path] : []));
  return {
    role,
    messagesProduced: mine.length,
    tasksCompleted: roundsOf(mine).filter((round) => isPast(state, round)).length,
    ...(reviews === 0 ? {} : { reviewsPerformed: reviews }),
    ...(ofType(mine, 'finding').length === 0 ? {} : { findings: ofType(counts, 'finding').length }),
    ...(ofType(mine, 'artifact').length === 0 ? {} : { artifacts: [...new Set(paths)] }),
  };
}

const ofType = (
  some: readonly RecordedMessage[],
  type: RecordedMessage['content']['type'],
): readonly RecordedMessage[] => some.filter(({ content }) => content.type === type);

const roundsOf = (mine: readonly RecordedMessage[]): readonly number[] => {
  const serving = mine.filter((one) => isDelivery(one) || one.content.type === 'review');
  return [...new Set(serving.flatMap(({ round }) => round ?? []))];
};

const isPast = ({ round, ended }: RunRecord['state'], one: number): boolean =>
  one < round || ended?.success === true;
