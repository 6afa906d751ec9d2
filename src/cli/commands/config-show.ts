import * as z from 'zod/mini';
import { renderConfig } from '../../views/config-table.ts';
import { command } from '../command.ts';
import { asks } from '../reply.ts';

export const configShow = command({
  name: 'config show',
  summary: 'Show every setting and where its value comes from',
  about:
    'Reads swarm.config.json, the environment (limits.sessions is SWARM_LIMITS_SESSIONS) and --set;\n' +
    'the last one wins. SESSIONS_DIR, AGENTS_DIR and ARCHIVE_DIR count only where the file has no such key.',
  examples: ['swarm config show', 'SWARM_LIMITS_SESSIONS=8 swarm config show --json'],
  input: z.object({}),
  run: asks('config.show'),
  show: { 'config.show': renderConfig },
});
