import { buildWebApp } from '../../scripts/build-web-app.ts';
import { type Line, measureFromIcon, type Opening } from '../web/from-icon.ts';
import { openStage } from '../web/stage.ts';
import type { Scenario, ScenarioResult } from './scenario.ts';

const LONG = { runs: 3 };
const SLOWDOWN = 4;

/** Milliseconds until a worker can tap the clock, from the icon. */
const LINES: readonly (Line & { atMost: number })[] = [
  { latencyMs: 40, warm: false, atMost: 2500 },
  { latencyMs: 150, warm: false, atMost: 3500 },
  { latencyMs: 40, warm: true, atMost: 1200 },
  { latencyMs: 150, warm: true, atMost: 1200 },
  { latencyMs: 300, warm: true, atMost: 1200 },
  { latencyMs: 6000, warm: true, atMost: 1200 },
];

/** How long it takes from the icon of the app until the clock can be tapped, with a CPU four times slower (the median of the runs). */
export const fromIcon: Scenario<typeof LONG> = {
  name: 'from-icon',
  settings: { long: LONG, quick: { runs: 1 } },
  async *run(_environment, _options, { runs }) {
    await buildWebApp((step) => console.error(`  · ${step}`));
    const stage = await openStage();
    try {
      for (const { atMost, ...line } of LINES) {
        const openings: Opening[] = [];
        for (let run = 0; run < runs; run += 1)
          openings.push(await measureFromIcon(stage, line, SLOWDOWN));
        yield resultOf(line, openings, atMost);
      }
    } finally {
      await stage.stop();
    }
  },
};

function resultOf(
  { latencyMs, warm }: Line,
  openings: readonly Opening[],
  atMost: number,
): ScenarioResult {
  const middle = (pick: (opening: Opening) => number): number =>
    openings.map(pick).toSorted((a, b) => a - b)[Math.floor(openings.length / 2)] ?? 0;
  const state = warm ? 'everything stored' : 'nothing stored';
  const name = `${state}, answers after ${latencyMs} ms`;
  const ready = middle(({ readyMs }) => readyMs);
  const kilobytes = middle((opening) => opening.kilobytes).toFixed(0);
  return {
    name,
    note: `clock after ${ready.toFixed(0)} ms, ${middle(({ callsBefore }) => callsBefore)} calls before, ${middle(({ calls }) => calls)} in all, ${middle(({ requests }) => requests)} requests, ${kilobytes} kB`,
    figures: [{ line: `from the icon, ${name}`, value: ready, unit: 'ms', atMost }],
  };
}
