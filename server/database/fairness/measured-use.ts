import { availableParallelism } from 'node:os';
import { eventLoopUse } from '../../concurrency/event-loop-use.ts';
import { CallerUse } from './caller-use.ts';
import { Pressure } from './pressure.ts';
import { openProcessorClock } from './processor-clock.ts';

/** As the kernel tells it of this process and of PostgreSQL's. `workers` have the cores together. */
export function measuredUse(workers = 1): CallerUse {
  const cores = Math.max(1, Math.floor(availableParallelism() / workers));
  const now = () => performance.now();
  const own = openProcessorClock('self');
  const pressure = new Pressure({ cores, now, own, utilization: eventLoopUse() });
  return new CallerUse({ cores, now, pressure });
}
