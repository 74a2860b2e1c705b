import { performance } from 'node:perf_hooks';

/** Tells with every call the share of the time since the last one in which the event loop had work. */
export function eventLoopUse(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
