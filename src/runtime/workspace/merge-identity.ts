import type { Git, GitCall } from './git.ts';

const SWARM = {
  GIT_AUTHOR_NAME: 'Swarm',
  GIT_AUTHOR_EMAIL: 'swarm@localhost',
  GIT_COMMITTER_NAME: 'Swarm',
  GIT_COMMITTER_EMAIL: 'swarm@localhost',
};

// No terminal: a signing key that needs a passphrase would block for ever.
export const MERGE_SETTINGS = [
  'commit.gpgSign=false',
  'merge.verifySignatures=false',
  'rerere.enabled=false',
];

/** Who a merge is by: the person, or Swarm where git knows no name. */
export async function mergeIdentity(git: Git, call: GitCall): Promise<Readonly<Record<string, string>>> {
  const told = await git.askOrNull(['config', '-z', '--get-regexp', '^user\\.(name|email)$'], call);
  // The last value of a key counts, and a line feed parts the two.
  const known = new Map(
    (told ?? '').split('\0').map((line): [string, string] => {
      const [key = '', ...value] = line.split('\n');
      return [key, value.join('\n')];
    }),
  );
  return known.get('user.name') && known.get('user.email') ? {} : SWARM;
}
