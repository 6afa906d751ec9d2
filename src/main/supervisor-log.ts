import { writeSync } from 'node:fs';
import { isLogged, type LogLevel } from '../views/log-line.ts';
import { shownOnStderr } from './output.ts';

/** What the supervisor itself has to say, as lines on stderr: `.swarm/logs/supervisor.log`. */
export type SupervisorLog = (level: LogLevel, message: string) => void;

const STDERR = 2;

/**
 * Straight to the descriptor: Node's stream would end the program, or fall silent for good, where a line does
 * not fit on the disk. What could not be written is counted, and told with the next line that can.
 */
export function supervisorLog(least: LogLevel): SupervisorLog {
  let lost = 0;
  return (level, message) => {
    if (!isLogged(level, least)) return;
    const gap = lost === 0 ? '' : `… ${lost} lines could not be written\n`;
    const line = `${gap}${new Date().toISOString()} [${level.toUpperCase()}] ${message}\n`;
    try {
      writeSync(STDERR, shownOnStderr(line));
      lost = 0;
    } catch {
      lost += 1;
    }
  };
}
