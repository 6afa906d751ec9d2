import { handOn } from '../domain/environment/hand-on.ts';
import type { AgentCommands } from '../runtime/wrap/agent-command.ts';
import { realWrap } from '../runtime/wrap/real-wrap.ts';
import type { Wrap } from '../runtime/wrap/wrap.ts';
import { withoutNotifySecrets } from './notify-secrets.ts';
import { type Env, type Project, packageDir, textsOf, withoutAttempt } from './project.ts';

type Settled = Pick<Project, 'paths' | 'config'>;

export const wrapOf = ({ paths, config }: Settled, env: Env): Wrap =>
  realWrap({ wrap: config.agent.wrap, paths, packageDir: packageDir(), path: env.PATH ?? '' });

/** Gates, checks and installs run what an agent wrote, so they get what an agent gets. */
export function agentCommands(project: Settled, env: Env): AgentCommands {
  const own = withoutNotifySecrets(textsOf(withoutAttempt(env)));
  const { given } = handOn(own, { needs: [], pass: project.config.env.pass });
  return { env: given, wrap: wrapOf(project, env) };
}
