import { availableParallelism, totalmem } from 'node:os';

const MEBIBYTE = 1024 * 1024;
/** What a worker may come to hold under load, its connections to PostgreSQL included. */
const WORKER_MEBIBYTES = 256;
/** PostgreSQL, its cache and the system need the rest. */
const MEMORY_SHARE = 1 / 4;
const MOST = 32;

interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/**
 * How many processes serve when nobody says. A request takes PostgreSQL at least as long as it takes
 * Node, so where both share a machine half of the cores are Node's; with PostgreSQL elsewhere all but
 * one. One process needs no main process beside it: that is what two cores have.
 */
export function defaultWorkers(embedded: boolean, machine: Machine = thisMachine()): number {
  const byCores = embedded ? Math.floor(machine.cores / 2) : machine.cores - 1;
  const byMemory = Math.floor((machine.memoryBytes * MEMORY_SHARE) / (WORKER_MEBIBYTES * MEBIBYTE));
  return Math.max(1, Math.min(byCores, byMemory, MOST));
}

function thisMachine(): Machine {
  // A container may have less than its machine; without a limit the answer is zero or beyond all memory.
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}
