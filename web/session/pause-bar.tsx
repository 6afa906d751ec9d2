import type { JSX } from 'preact';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { told } from '../shell/toast.tsx';

/** While the project is paused nothing starts: the person should see why, and end it here. */
export function PauseBar(): JSX.Element | null {
  const list = useAnswer('session.list', { limit: 1 }, { kinds: ['session', 'project'] });
  const paused = list.value.value?.paused;
  if (!paused) return null;
  return (
    <div class="bar" role="status">
      <span>
        {paused.by} paused the project{paused.reason ? `: ${paused.reason}` : ''}. Nothing starts.
      </span>
      <button type="button" onClick={() => resume(list.reload)}>
        Go on
      </button>
    </div>
  );
}

async function resume(reload: () => void): Promise<void> {
  await told(ask('project.unpause', {}), 'The project goes on');
  reload();
}
