/** Folders and files with secrets, relative to the home; what is not there is passed over. */
export const HOME_SECRETS: readonly string[] = [
  ...['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.password-store', '.config/gh', '.config/hub'],
  ...['.config/gcloud', '.config/op', '.config/rclone', '.config/doctl', '.config/helm', '.config/glab-cli'],
  ...['.netrc', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pypirc', '.pgpass', '.my.cnf', '.git-credentials'],
  ...['.config/git/credentials', '.config/pip', '.cargo/credentials', '.cargo/credentials.toml'],
  ...['.gem/credentials', '.m2/settings.xml', '.gradle/gradle.properties', '.terraform.d', '.terraformrc'],
  ...['.vault-token', '.local/share/keyrings', '.mozilla', '.config/google-chrome', '.config/chromium'],
  ...['.config/BraveSoftware', '.thunderbird', '.bash_history', '.zsh_history', '.python_history'],
  ...['.psql_history', '.mysql_history', '.node_repl_history', '.local/share/fish'],
  // Logins of agent CLIs: each CLI is shown its own again.
  ...['.claude', '.claude.json', '.codex', '.gemini', '.config/opencode', '.local/share/opencode'],
];

/** Caches that tools write to, relative to the home; one that is missing is passed over. */
export const HOME_CACHES: readonly string[] = ['.cache', '.npm', '.cargo/registry', '.cargo/git', '.gradle'];

/** Who may speak to one of these acts outside. */
export const SOCKETS: readonly string[] = ['/run/docker.sock', '/run/podman/podman.sock', '/run/containerd'];

/** Variables that name a way to the person's keys. */
export const KEY_AGENTS: readonly string[] = [
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'GPG_AGENT_INFO',
  'DBUS_SESSION_BUS_ADDRESS',
];
