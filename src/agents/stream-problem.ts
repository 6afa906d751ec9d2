import { type Fields, textOf } from './loose.ts';

const BY_SUBTYPE: Readonly<Record<string, string>> = {
  error_max_turns: 'max-turns',
  error_max_budget_usd: 'budget',
  error_max_structured_output_retries: 'schema',
};

const BY_ERROR_TYPE: Readonly<Record<string, string>> = {
  authentication_error: 'authentication',
  authentication_failed: 'authentication',
  permission_error: 'authentication',
  billing_error: 'billing',
  rate_limit: 'rate-limit',
  rate_limit_error: 'rate-limit',
  overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  invalid_request: 'invalid-request',
  invalid_request_error: 'invalid-request',
  not_found_error: 'invalid-request',
  model_not_found: 'invalid-request',
  request_too_large: 'invalid-request',
  max_output_tokens: 'invalid-request',
  api_error: 'server-error',
  server_error: 'server-error',
  timeout_error: 'server-error',
};

const BY_REASON: Readonly<Record<string, string>> = {
  max_turns: 'max-turns',
  budget_exhausted: 'budget',
  structured_output_retry_exhausted: 'schema',
  aborted_streaming: 'aborted',
  aborted_tools: 'aborted',
  api_error: 'server-error',
};

const pick = (table: Readonly<Record<string, string>>, key: unknown): string | undefined =>
  Object.hasOwn(table, textOf(key)) ? table[textOf(key)] : undefined;

/** Why a result is an error, in our words. The subtype alone never tells: API errors say "success". */
export function problemOfResult(result: Fields): string {
  return (
    pick(BY_SUBTYPE, result.subtype) ??
    pick(BY_ERROR_TYPE, result.api_error_type) ??
    problemOfStatus(result.api_error_status) ??
    problemWithoutStatus(result) ??
    pick(BY_REASON, result.terminal_reason) ??
    'unknown'
  );
}

// A request that failed without an answer has the subtype "success" and is an error. So has one that was
// never sent because the CLI is not logged in; only the text tells the two apart.
function problemWithoutStatus(result: Fields): string | undefined {
  if (result.subtype !== 'success') return undefined;
  return textOf(result.result).includes('/login') ? 'authentication' : 'network';
}

export const problemOfErrorType = (type: unknown): string => pick(BY_ERROR_TYPE, type) ?? 'unknown';

/** What a status of HTTP means, in our words. */
export function problemOfStatus(status: unknown): string | undefined {
  if (typeof status !== 'number') return undefined;
  if (status === 401 || status === 403) return 'authentication';
  if (status === 402) return 'billing';
  if (status === 429) return 'rate-limit';
  if (status === 529) return 'overloaded';
  if (status >= 500) return 'server-error';
  return status >= 400 ? 'invalid-request' : undefined;
}
