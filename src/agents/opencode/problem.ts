import { type Fields, fieldsOf, textOf } from '../loose.ts';
import { problemOfStatus } from '../stream-problem.ts';

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['ProviderAuthError', 'authentication'],
  ['MessageAbortedError', 'aborted'],
  ['MessageOutputLengthError', 'invalid-request'],
  ['ContextOverflowError', 'invalid-request'],
  ['APIError', 'network'],
]);

/** Why a turn of opencode failed, in our words. A request that got no answer has no status. */
export function problemOfOpencode(error: Fields): string {
  const about = fieldsOf(error.data);
  const isUnreachable = /unable to connect|ECONN|ENOTFOUND|fetch failed/i.test(textOf(about.message));
  return (
    problemOfStatus(about.statusCode) ??
    BY_NAME.get(textOf(error.name)) ??
    (isUnreachable ? 'network' : 'unknown')
  );
}
