import type { AgentNeed } from '../domain/agent/need.ts';

const BEDROCK: AgentNeed = { variables: ['AWS_*'], folders: ['.aws'], when: 'CLAUDE_CODE_USE_BEDROCK' };
const VERTEX = (when: string): AgentNeed => ({
  variables: ['GOOGLE_*', 'CLOUDSDK_*'],
  folders: ['.config/gcloud'],
  when,
});

const CLAUDE: readonly AgentNeed[] = [
  {
    variables: ['ANTHROPIC_*', 'CLAUDE_*'],
    folders: ['.claude'],
    files: ['.claude.json'],
    folderVariables: ['CLAUDE_CONFIG_DIR'],
  },
  BEDROCK,
  VERTEX('CLAUDE_CODE_USE_VERTEX'),
];

const CODEX: readonly AgentNeed[] = [
  {
    variables: ['OPENAI_*', 'CODEX_*', 'AZURE_OPENAI_*'],
    folders: ['.codex'],
    folderVariables: ['CODEX_HOME'],
  },
];

const GEMINI: readonly AgentNeed[] = [
  {
    variables: ['GEMINI_*', 'GOOGLE_*'],
    folders: ['.gemini'],
    folderVariables: ['GEMINI_CLI_HOME/.gemini'],
  },
  VERTEX('GOOGLE_GENAI_USE_VERTEXAI'),
];

/** Providers that opencode takes a key from the environment for. */
const PROVIDERS = [
  ...['ANTHROPIC', 'OPENAI', 'OPENROUTER', 'GEMINI', 'GOOGLE', 'GOOGLE_GENERATIVE_AI', 'GROQ', 'MISTRAL'],
  ...['XAI', 'DEEPSEEK', 'TOGETHER', 'TOGETHER_AI', 'CEREBRAS', 'FIREWORKS', 'COHERE', 'PERPLEXITY'],
  ...['MOONSHOT', 'ZHIPU', 'DASHSCOPE', 'AZURE', 'AI_GATEWAY', 'VERCEL'],
];

const OPENCODE: readonly AgentNeed[] = [
  {
    variables: ['OPENCODE_*', ...PROVIDERS.map((name) => `${name}_API_KEY`)],
    folders: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
  },
];

export const REHEARSAL_NEEDS: readonly AgentNeed[] = [
  {
    variables: [],
    folders: ['.local/state/swarm-rehearsal'],
    folderVariables: ['SWARM_REHEARSAL_HOME'],
  },
];

const BY_PROGRAM: ReadonlyMap<string, readonly AgentNeed[]> = new Map([
  ['claude', CLAUDE],
  ['claude-agent-acp', CLAUDE],
  ['codex', CODEX],
  ['codex-acp', CODEX],
  ['gemini', GEMINI],
  ['opencode', OPENCODE],
]);

/** What a known agent CLI needs, by its program; nothing for another one. */
export function needsOfProgram(program: string | undefined): readonly AgentNeed[] {
  const name = program?.slice(program.lastIndexOf('/') + 1) ?? '';
  return BY_PROGRAM.get(name) ?? [];
}
