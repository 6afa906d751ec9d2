// Asks for the lock, says how it went, and stays until its stdin ends.
import { acquireSupervisorLock } from '../../../src/runtime/supervisor/lock.ts';

const lock = acquireSupervisorLock(process.argv[2] ?? '');
process.stdout.write(lock.isAcquired ? 'acquired\n' : 'busy\n');
process.stdin.resume();
process.stdin.on('end', () => process.exit());
