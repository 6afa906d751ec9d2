// Asks for the lock, says how it went, and stays until its stdin ends.
import { holdSupervisorLock } from '../../../src/runtime/supervisor/lock.ts';

const lock = holdSupervisorLock(process.argv[2] ?? '');
process.stdout.write(lock.held ? 'held\n' : 'taken\n');
process.stdin.resume();
process.stdin.on('end', () => process.exit());
