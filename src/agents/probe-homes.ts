import type { Agent } from '../domain/agent/agent.ts';
import type { ProbeHome } from '../domain/agent/probe.ts';

const MADE_UP_KEY = 'made-up-for-a-probe';

const described = (name: string) => (command: string) => ({
  name,
  input: { command, description: 'Runs a command' },
});

const claudeHome = (url: string): ProbeHome => ({
  api: 'anthropic',
  model: 'claude-sonnet-4-5',
  env: {
    ANTHROPIC_API_KEY: MADE_UP_KEY,
    ANTHROPIC_BASE_URL: url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
  },
  files: {},
  shell: described('Bash'),
});

const codexHome = (url: string): ProbeHome => ({
  api: 'openai',
  model: 'made-up',
  env: { PROBE_KEY: MADE_UP_KEY },
  files: {
    '.codex/config.toml': [
      'model_provider = "probe"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[model_providers.probe]',
      'name = "probe"',
      `base_url = "${url}/v1"`,
      'env_key = "PROBE_KEY"',
      'wire_api = "responses"',
      '',
    ].join('\n'),
  },
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
});

const geminiHome = (url: string): ProbeHome => ({
  api: 'gemini',
  model: 'gemini-2.5-flash',
  env: {
    GEMINI_API_KEY: MADE_UP_KEY,
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  },
  files: {
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, disableUpdateNag: true, maxAttempts: 1 },
    }),
  },
  shell: described('run_shell_command'),
});

// Over ACP it asks only where its configuration says so; alone, a question would end its turn.
const opencodeHome =
  (asks: boolean) =>
  (url: string): ProbeHome => ({
    api: 'openai',
    model: 'probe/made-up',
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        ...(asks ? { permission: { bash: 'ask' } } : {}),
        provider: {
          probe: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: MADE_UP_KEY },
            models: {
              'made-up': { cost: { input: 1, output: 2 }, limit: { context: 100_000, output: 10_000 } },
            },
          },
        },
      }),
    },
    shell: described('bash'),
  });

type HomeOf = (url: string) => ProbeHome;

const BY_PROGRAM: ReadonlyMap<string, HomeOf> = new Map([
  ['claude', claudeHome],
  ['claude-agent-acp', claudeHome],
  ['codex', codexHome],
  ['codex-acp', codexHome],
  ['gemini', geminiHome],
  ['opencode', opencodeHome(false)],
]);

/** The home for a probe of this program; undefined where its API is not known. */
export function probeHomeOf(agent: Agent, program: string): HomeOf | undefined {
  const name = program.split('/').at(-1) ?? program;
  if (agent.protocol && name === 'opencode') return opencodeHome(true);
  return BY_PROGRAM.get(name);
}
