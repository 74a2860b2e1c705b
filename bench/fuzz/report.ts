import type { FuzzReport } from './fuzz.ts';
import type { Stretch } from './thread-work.ts';

/** How long somebody else may wait in any second of the run. */
const MAX_HEALTH_MS = 250;
const MAX_ROUTES = 12;

/** How much more the server may hold at the end than after a tenth of the requests. */
export const BOUNDS = {
  heapMebibytes: { times: 1.25, more: 16 },
  residentMebibytes: { times: 1.25, more: 64 },
  openFiles: { times: 1, more: 12 },
  handles: { times: 1, more: 12 },
  connections: { times: 1, more: 8 },
} as const;

type Quantity = keyof typeof BOUNDS;

/** What grew beyond its bound. */
export function grown({ held: [early, late] }: Pick<FuzzReport, 'held'>): string[] {
  if (!early || !late) return ['nothing was measured'];
  return (Object.keys(BOUNDS) as Quantity[])
    .filter((name) => late[name] > early[name] * BOUNDS[name].times + BOUNDS[name].more)
    .map((name) => `${name} ${early[name].toFixed(0)} → ${late[name].toFixed(0)}`);
}

/** Seconds in which /health took longer than it may. */
export function slowSeconds({ health }: Pick<FuzzReport, 'health'>): number {
  return health.worst.filter((milliseconds) => milliseconds > MAX_HEALTH_MS).length;
}

const said = ({ took, worked, queued, routes }: Stretch): string =>
  `${took.toFixed(0)} ms (${worked.toFixed(0)} of work, ${queued.toFixed(0)} behind other programs; ${[...new Set(routes)].slice(0, MAX_ROUTES).join(', ')})`;

function printHealth(report: FuzzReport): void {
  const { health, work } = report;
  const { worst, late, failed } = health;
  const of = (all: readonly number[]) => {
    const sorted = [...all].sort((a, b) => a - b);
    const at = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
    return `median ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)} ms`;
  };
  console.log(
    `/health beside it, longest answer of each of ${worst.length} seconds: ${of(worst)}; ${slowSeconds(report)} seconds over ${MAX_HEALTH_MS} ms, ${failed} without an answer`,
  );
  console.log(`a timer of the program that asked was late by: ${of(late)} (the machine alone)`);
  for (const [index, { longest, hardest, long }] of work.entries()) {
    console.log(
      `the server's thread, ${index === 0 ? 'first tenth' : 'the rest'}: longest without a pause ${said(longest)}; hardest ${said(hardest)}; ${long} over 100 ms of work`,
    );
  }
}

export function print(report: FuzzReport, title: string): void {
  const { sent, statuses, findings, held, handledShare, lost } = report;
  console.log(
    `\n${sent} requests, ${title}; ${(handledShare * 100).toFixed(0)} % of those over HTTP reached a handler, ${lost} connections lost`,
  );
  for (const [area, counts] of Object.entries(statuses).sort()) {
    const shown = Object.entries(counts).map(([status, count]) => `${status}: ${count}`);
    console.log(`${area.padEnd(14)} ${shown.join('  ')}`);
  }
  printHealth(report);
  const [early, late] = held;
  for (const name of Object.keys(BOUNDS) as Quantity[]) {
    if (!early || !late) break;
    const ratio = (late[name] / early[name]).toFixed(2);
    console.log(`${name}: ${early[name].toFixed(0)} → ${late[name].toFixed(0)}, × ${ratio}`);
  }
  for (const line of grown(report)) console.log(`GREW: ${line}`);
  for (const { kind, count, example } of findings)
    console.log(`\n${count} × ${kind}\n  ${example}`);
  console.log(`\n${findings.length} findings`);
}
