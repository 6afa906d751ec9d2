import { isLogged, type LogLevel } from '../views/log-line.ts';

/** What the supervisor itself has to say, as lines on stderr: `.swarm/logs/supervisor.log`. */
export type SupervisorLog = (level: LogLevel, message: string) => void;

export const supervisorLog =
  (least: LogLevel): SupervisorLog =>
  (level, message) => {
    if (!isLogged(level, least)) return;
    process.stderr.write(`${new Date().toISOString()} [${level.toUpperCase()}] ${message}\n`);
  };
