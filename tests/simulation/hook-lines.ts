/** Lines that the hooks of an agent with a screen write. */

const line = (event: object): string => JSON.stringify(event);

export const began = (conversationId: string): string =>
  line({ hook_event_name: 'SessionStart', session_id: conversationId, model: 'simulated' });

export const prompted = (prompt: string, promptId: string): string =>
  line({ hook_event_name: 'UserPromptSubmit', prompt, prompt_id: promptId });

const stamped = (now: number): object => ({ timestamp: new Date(now).toISOString() });

/** Lines of the CLI's own transcript: a prompt that begins a turn, and one that the turn at work took in. */
export const wrotePrompt = (prompt: string, now: number): string =>
  line({ type: 'user', ...stamped(now), message: { content: prompt } });
export const wroteWithin = (prompt: string, now: number): string =>
  line({ type: 'attachment', ...stamped(now), attachment: { type: 'queued_command', prompt } });

const used = (path: string) => ({ tool_name: 'Write', tool_input: { file_path: path } });

export const toolStarted = (path: string): string => line({ hook_event_name: 'PreToolUse', ...used(path) });

export const toolEnded = (path: string): string =>
  line({ hook_event_name: 'PostToolUse', ...used(path), tool_response: 'ok' });

export const permissionAsked = (requestId: string, path: string): string =>
  line({ swarm_request: requestId, hook: used(path) });

export const stopped = (text: string): string =>
  line({ hook_event_name: 'Stop', last_assistant_message: text, background_tasks: [] });

export const failed = (error: string): string =>
  line({ hook_event_name: 'StopFailure', error, last_assistant_message: 'it went wrong' });
