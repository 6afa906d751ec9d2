import type { AgentCli } from './setup.ts';

/** What a person who uses this CLI has at home, with the stand-in instead of the model's own API. */
export type CliHome = Readonly<{
  files: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string>>;
  model: string;
}>;

const MADE_UP_KEY = 'made-up-for-tests';

export const HOMES: Readonly<Record<AgentCli, (url: string) => CliHome>> = {
  codex: (url) => ({
    model: 'gpt-made-up',
    // Below the temporary folder it would not make the helpers that its sandbox needs where bwrap is there.
    env: { CODEX_STAND_IN_KEY: MADE_UP_KEY, TMPDIR: '/var/tmp' },
    files: {
      '.codex/config.toml': [
        'model = "gpt-of-the-person"',
        'model_provider = "stand-in"',
        'check_for_update_on_startup = false',
        // Its sandbox would leave empty folders of its own there, .git among them.
        '[sandbox_workspace_write]',
        'exclude_slash_tmp = true',
        '[analytics]',
        'enabled = false',
        '[model_providers.stand-in]',
        'name = "stand-in"',
        `base_url = "${url}/v1"`,
        'env_key = "CODEX_STAND_IN_KEY"',
        'wire_api = "responses"',
        '',
      ].join('\n'),
    },
  }),
  gemini: (url) => ({
    model: 'gemini-2.5-flash',
    env: {
      GEMINI_API_KEY: MADE_UP_KEY,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    files: {
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        // It would try ten times, for minutes.
        general: { disableAutoUpdate: true, disableUpdateNag: true, maxAttempts: 1 },
      }),
    },
  }),
  opencode: (url) => ({
    model: 'stand-in/made-up',
    env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
    files: {
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          'stand-in': {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: MADE_UP_KEY },
            models: { 'made-up': { cost: { input: 1, output: 2 } } },
          },
        },
      }),
    },
  }),
};
