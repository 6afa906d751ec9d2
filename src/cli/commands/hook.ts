import * as z from 'zod/mini';
import { HOOK_EVENTS, HookInput, RunHook } from '../../contract/hook.ts';
import { parseJson } from '../../contract/json.ts';
import { UsageError } from '../../contract/usage-error.ts';
import { command } from '../command.ts';
import { askVerb } from '../reply.ts';

const NAMES = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'session-end': 'SessionEnd',
} as const;

const Input = z.object({ event: z.enum(HOOK_EVENTS), cli: z.optional(RunHook.shape.cli) });

export const hook = command({
  name: 'hook',
  summary: 'Answer a hook of an agent CLI (asked by the plugin)',
  about: "Reads the hook's input from stdin. A conversation joins when it begins, and leaves when it ends.",
  examples: ['swarm hook session-start < input.json'],
  words: [{ name: 'event', key: 'event', about: 'Which hook it is', offers: HOOK_EVENTS }],
  flags: [{ name: 'cli', key: 'cli', value: 'name', about: 'Which agent CLI asks (claude)' }],
  input: Input,
  async run(host, { event, cli }) {
    const read = await host.readText('-');
    if (!read.ok) return read;
    const conversation = parseConversation(read.value);
    return askVerb(host, 'participant.hook', { event, cli: cli ?? 'claude', conversation });
  },
  show: {
    'participant.hook': ({ context, event }) => (context === null ? '' : renderOutput(event, context)),
  },
});

function parseConversation(text: string): string {
  const json = parseJson(text);
  const input = json.ok ? HookInput.safeParse(json.value) : null;
  if (input?.success) return input.data.session_id;
  throw new UsageError('stdin is not the input of a hook: no JSON with a session_id');
}

/** What Claude Code reads as news for its model. */
const renderOutput = (event: RunHook['event'], additionalContext: string): string =>
  `${JSON.stringify({ hookSpecificOutput: { hookEventName: NAMES[event], additionalContext } })}\n`;
