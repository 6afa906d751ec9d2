/** Every agent CLI that Swarm can drive, by the name that settings, personas and flags use. */
export const AGENT_CLIS = ['claude', 'codex', 'gemini', 'opencode', 'acp', 'command', 'rehearsal'] as const;

export type AgentCli = (typeof AGENT_CLIS)[number];
