import { CleanProject } from '../../contract/session.ts';
import { command } from '../command.ts';

export const clean = command({
  name: 'clean',
  summary: 'Put away what finished sessions left behind',
  about: [
    'Touches: workspaces of finished sessions (uncommitted work is saved to a rescue ref first, then the',
    'folder is renamed into .swarm/trash/), folders and temporary files that no session explains (into the',
    'trash too), and what has been in the trash for longer than workspace.trashDays.',
    'Never touches: sessions that are not over, branches, commits, rescue refs, session folders, your files.',
    'A second run: finds nothing left and changes nothing. "swarm rescue restore" brings work back.',
  ].join('\n'),
  examples: ['swarm clean --dry-run', 'swarm clean'],
  flags: [{ name: 'dry-run', short: 'n', key: 'dryRun', about: 'Only say what would be done' }],
  input: CleanProject,
  run: async (host, input) => (await host.app()).cleanProject(input),
  show: ({ isDryRun, releasedWorkspaces, rescues, removed, sweptTrash }) => {
    const lines = [
      ...releasedWorkspaces.map((path) => `${isDryRun ? 'Would release' : 'Released'} workspace: ${path}\n`),
      ...rescues.map((ref) => `Saved work: ${ref}\n`),
      ...removed.map((path) => `${isDryRun ? 'Would move' : 'Moved'} to the trash: ${path}\n`),
      ...(sweptTrash > 0 ? [`Emptied from the trash: ${sweptTrash}\n`] : []),
    ];
    return lines.length === 0 ? 'Nothing to clean\n' : lines.join('');
  },
  json: ({ isDryRun, releasedWorkspaces, rescues, removed, sweptTrash }) => ({
    dry_run: isDryRun,
    released_workspaces: releasedWorkspaces,
    rescues,
    removed,
    swept_trash: sweptTrash,
  }),
});
