import { totalmem } from 'node:os';
import type { MetricFamily } from '../../team/figures.ts';
import type { Team } from '../../team/team.ts';
import type { SystemLine, SystemProbe } from '../system-line.ts';

const WARNING_PERCENT = 10;
const ERROR_PERCENT = 4;

/** What the machine, or the container, has left, and what the processes that serve hold of it. */
export function memoryProbe(team: Team): SystemProbe {
  return async () => {
    const limit = process.constrainedMemory();
    const totalBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
    const others = await team.figuresOfOthers();
    const held = [...others.values()].map((families) => residentBytes(families));
    const serverBytes = held.reduce((sum, bytes) => sum + bytes, process.memoryUsage.rss());
    return memoryLine(Math.min(process.availableMemory(), totalBytes), totalBytes, serverBytes);
  };
}

/** As the others report it at /metrics. */
function residentBytes(families: readonly MetricFamily[]): number {
  const family = families.find(({ name }) => name === 'process_resident_memory_bytes');
  return family?.samples[0]?.[2] ?? 0;
}

export function memoryLine(
  availableBytes: number,
  totalBytes: number,
  serverBytes: number,
): SystemLine {
  const percent = (availableBytes / totalBytes) * 100;
  const values = { availableBytes, totalBytes, serverBytes };
  if (percent < ERROR_PERCENT) return { id: 'memory', state: 'error', reason: 'low', values };
  const state = percent < WARNING_PERCENT ? 'warning' : 'ok';
  return { id: 'memory', state, reason: state === 'ok' ? 'ok' : 'low', values };
}
