import type { FuzzReport } from './fuzz.ts';

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

export function print(report: FuzzReport, title: string): void {
  const { sent, statuses, findings, held, handledShare, lost } = report;
  console.log(
    `\n${sent} requests, ${title}; ${(handledShare * 100).toFixed(0)} % of those over HTTP reached a handler, ${lost} connections lost`,
  );
  for (const [area, counts] of Object.entries(statuses).sort()) {
    const shown = Object.entries(counts).map(([status, count]) => `${status}: ${count}`);
    console.log(`${area.padEnd(14)} ${shown.join('  ')}`);
  }
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
