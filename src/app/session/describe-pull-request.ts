import { SessionRef } from '../../contract/id.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { type PullRequest, pullRequestBody, pullRequestJson } from '../../views/pull-request.ts';
import { verb } from '../verb.ts';
import { type DiffDeps, diffSession } from './diff-session.ts';
import { type ResultDeps, readResult } from './read-result.ts';

type PullRequestDeps = DiffDeps & ResultDeps;

/** What a pull request for the work of a session would say, from its result and its commits. */
export async function describePullRequest(
  deps: PullRequestDeps,
  { sessionId: name }: SessionRef,
): Promise<Outcome<PullRequest>> {
  const diff = await diffSession(deps, { sessionId: name, stat: true, whole: false, paths: [] });
  if (!diff.ok) return diff;
  const { sessionId, branch, source, commitCount } = diff.value;
  const session = await deps.store.findSession(sessionId);
  if (!session || !isOver(session)) {
    const status = statusOf(session?.state ?? 'created');
    return refuse({ code: 'session-still-live', sessionId, status });
  }
  if (source === 'rescue' || commitCount === 0) return refuse({ code: 'nothing-to-propose', sessionId });
  const result = await readResult(deps, { sessionId });
  const body = pullRequestBody({ session, diff: diff.value, result: result.ok ? result.value : null });
  const { uncommitted } = diff.value;
  const remotes = await deps.workspaces.listRemotes();
  return accept({ sessionId, branch, title: session.title, body, uncommitted, remotes });
}

export const describePullRequestVerb = verb({
  name: 'session.pull-request',
  summary: 'Write the title and the body of a pull request for the work of a session',
  asks: 'anyone',
  reads: true,
  input: SessionRef,
  answer: async () => (await import('../../contract/answer/pull-request.ts')).PullRequestAnswer,
  run: describePullRequest,
  json: pullRequestJson,
});
