import { getHeapStatistics } from 'node:v8';
import { eventLoopUse } from '../concurrency/event-loop-use.ts';

const POLL_INTERVAL_MS = 5_000;
const MIN_INTERVAL_MS = 300_000;
const IDLE_UTILIZATION = 0.05;
/** Less than this is not worth the tenth of a second it takes. */
const WORTH_IT_BYTES = 4 * 1024 * 1024;

export interface Gauges {
  /** The share of the time since the last call in which the event loop had work. */
  readonly utilization: () => number;
  readonly heapBytes: () => number;
  readonly collect: (() => void) | undefined;
}

/**
 * Gives back what a start or a busy hour left behind, once nobody waits. V8 does so when memory runs short, not because it has
 * nothing to do: 25 of 140 megabytes would stay. It may be asked to only with --expose-gc (node-flags.json).
 */
export function returnMemoryWhenIdle(gauges: Gauges = ofThisProcess()): () => void {
  const { utilization, heapBytes, collect } = gauges;
  if (!collect) return () => undefined;
  let kept = 0;
  let notBefore = 0;
  const timer = setInterval(() => {
    const isIdle = utilization() < IDLE_UTILIZATION;
    if (!isIdle || Date.now() < notBefore || heapBytes() < kept + WORTH_IT_BYTES) return;
    collect();
    kept = heapBytes();
    notBefore = Date.now() + MIN_INTERVAL_MS;
  }, POLL_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function ofThisProcess(): Gauges {
  const { gc } = globalThis;
  return {
    utilization: eventLoopUse(),
    heapBytes: () => getHeapStatistics().total_heap_size,
    collect: gc && (() => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })),
  };
}
