const usage = { input_tokens: 10, cache_read_input_tokens: 4, output_tokens: 7 };
const tool = { type: 'tool_use', id: 'toolu_1', name: 'Write', input: { file_path: 'a.ts', content: 'x' } };
const suggestion = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'ls:*' }],
  destination: 'session',
};
const permission = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } };

/** One line of each kind that Claude Code, its hooks and its transcript write. */
export const CLAUDE_LINES: readonly object[] = [
  { type: 'system', subtype: 'init', session_id: 'c1', model: 'large', tools: ['Bash'], cwd: '/project' },
  { type: 'system', subtype: 'background_tasks_changed', tasks: [{ task_id: 'b1', task_type: 'shell' }] },
  { type: 'system', subtype: 'task_started', task_id: 'b1', description: 'npm test' },
  { type: 'system', subtype: 'task_updated', task_id: 'b1', patch: { status: 'completed' } },
  { type: 'system', subtype: 'task_notification', task_id: 'b1', status: 'completed', summary: 'green' },
  { type: 'system', subtype: 'api_retry', attempt: 2, max_retries: 10, error_status: 529 },
  { type: 'system', subtype: 'hook_response', hook_event: 'PreToolUse', stdout: '{"decision":"block"}' },
  { type: 'user', uuid: 't1', isReplay: true, message: { role: 'user', content: 'go' } },
  {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', content: 'ok', is_error: false }] },
  },
  { type: 'assistant', message: { id: 'msg_1', content: [{ type: 'text', text: 'hello' }, tool], usage } },
  { type: 'result', subtype: 'success', is_error: false, result: 'ready', total_cost_usd: 0.5, usage },
  {
    type: 'result',
    subtype: 'error_max_turns',
    is_error: true,
    errors: ['too many'],
    modelUsage: { m: usage },
  },
  { type: 'command_lifecycle', command: '/help', status: 'completed' },
  {
    type: 'control_request',
    request_id: 'r1',
    request: { ...permission, permission_suggestions: [suggestion] },
  },
  { type: 'control_response', response: { request_id: 'r1', subtype: 'success' } },
  { type: 'control_cancel_request', request_id: 'r1' },
  { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1_800_000_000 } },
  { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  { hook_event_name: 'SessionStart', session_id: 'c1', model: 'large' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'go', prompt_id: 'p1' },
  { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
  { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout: 'a', stderr: '' } },
  { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', error: 'exit 1' },
  { hook_event_name: 'Stop', last_assistant_message: 'done', background_tasks: [{ id: 'b1' }] },
  { hook_event_name: 'StopFailure', error: { type: 'rate_limit', message: 'resets 3pm (Asia/Kolkata)' } },
  { swarm_request: 'r1', hook: { tool_name: 'Edit', tool_input: { old_string: 'a', new_string: 'b' } } },
  { swarm_status: { cost: { total_cost_usd: 0.25 } } },
  {
    type: 'attachment',
    attachment: { type: 'queued_command', prompt: 'go' },
    timestamp: '2026-01-01T00:00:00Z',
  },
];
