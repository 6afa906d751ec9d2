import { dirname } from 'node:path';

export const MADE_UP_KEY = 'sk-ant-made-up-for-tests';

type Isolation = Readonly<{ program: string; home: string; url: string }>;

/** Nothing of the machine's own: a made-up key, and no address but the stand-in's. */
export const isolatedEnv = ({ program, home, url }: Isolation): Record<string, string> => ({
  PATH: `${dirname(program)}:${process.env.PATH ?? ''}`,
  HOME: home,
  LANG: 'C.UTF-8',
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: MADE_UP_KEY,
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_MAX_RETRIES: '0',
});

/** The `.claude.json` of a person who has answered every first-run dialog in this folder. */
export const settledState = (folder: string): string =>
  JSON.stringify({
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [MADE_UP_KEY.slice(-20)], rejected: [] },
    projects: { [folder]: { hasTrustDialogAccepted: true } },
  });
