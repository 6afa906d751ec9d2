import { CLAUDE_VERSIONS, type ClaudeVersion } from '../../scripts/agent-programs.mjs';

export { CLAUDE_VERSIONS, type ClaudeVersion };
/** What takes half a minute with each is tried with the newest; with all by `./test --all`. */
export const FEWER_VERSIONS =
  process.env.SWARM_TEST_LONG === '1' ? CLAUDE_VERSIONS : CLAUDE_VERSIONS.slice(-1);
