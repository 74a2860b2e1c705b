import { buildWebApp } from '../../scripts/build-web-app.ts';
import { ROUTE_BUDGETS } from '../../scripts/route-budgets.ts';
import { type FirstLoad, measureFirstLoad } from '../web/first-load.ts';
import { measureHourOfTicking } from '../web/hour-of-ticking.ts';
import { measureLighthouse } from '../web/lighthouse.ts';
import { measureOfflineOpening } from '../web/offline-opening.ts';
import { type MeasuredScreen, openStage, SCREENS, type Stage } from '../web/stage.ts';
import type { Scenario, ScenarioResult } from './scenario.ts';

const LONG = { runs: 3, tickingMinutes: 60 };
const SLOWDOWN = 4;
/** Live changes, and what is sent without a signal. */
const LATER_KILOBYTES = 40;
const LIGHTHOUSE: Readonly<Record<string, number>> = { 'sign-in': 95 };
const LIGHTHOUSE_SIGNED_IN = 92;
const OFFLINE = SCREENS.filter(({ name }) => name === 'My Status');

/**
 * What the web app weighs and how it feels: bytes and requests of the first load, times with a CPU four
 * times slower (the median of the runs), opening without a network, Lighthouse, and memory after an hour of a running timer.
 */
export const web: Scenario<typeof LONG> = {
  name: 'web',
  settings: { long: LONG, quick: { runs: 1, tickingMinutes: 10 } },
  async *run(_environment, _options, settings) {
    await buildWebApp((step) => console.error(`  · ${step}`));
    const stage = await openStage();
    try {
      yield* measureWeb(stage, settings);
    } finally {
      await stage.stop();
    }
  },
};

async function* measureWeb(
  stage: Stage,
  { runs, tickingMinutes }: typeof LONG,
): AsyncIterable<ScenarioResult> {
  for (const screen of SCREENS) {
    const loads: FirstLoad[] = [];
    for (let run = 0; run < runs; run += 1) {
      loads.push(await measureFirstLoad(stage, screen, SLOWDOWN));
    }
    yield* firstLoad(screen, loads);
  }
  for (const screen of OFFLINE) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      times.push(await measureOfflineOpening(stage, screen, SLOWDOWN));
    }
    const line = `${screen.name}: opened without a network, CPU ${SLOWDOWN}× slower`;
    const value = median(times);
    yield {
      name: line,
      note: `${value.toFixed(0)} ms until the clock shows`,
      figures: [{ line, value, unit: 'ms', atMost: 1500 }],
    };
  }
  for (const screen of SCREENS) {
    const { scores, complaints } = await measureLighthouse(stage, screen);
    const performance = LIGHTHOUSE[screen.name] ?? LIGHTHOUSE_SIGNED_IN;
    yield {
      name: `${screen.name}: Lighthouse`,
      note: Object.entries(scores)
        .map(([category, score]) => `${category} ${score}`)
        .join(', '),
      figures: Object.entries(scores).map(([category, score]) => ({
        line: `${screen.name}: Lighthouse, ${category}`,
        value: score,
        atLeast: category === 'performance' ? performance : 100,
      })),
    };
    for (const complaint of complaints) yield { name: '', note: complaint };
  }
  const { before, after } = await measureHourOfTicking(stage, tickingMinutes);
  const line = `${tickingMinutes} minutes of ticking`;
  yield {
    name: `${line}: heap`,
    note: `${before.heapMegabytes.toFixed(1)} → ${after.heapMegabytes.toFixed(1)} MB`,
    figures: [
      {
        line: `${line}: more heap`,
        value: after.heapMegabytes - before.heapMegabytes,
        unit: 'MB',
        atMost: 2,
      },
    ],
  };
  yield {
    name: `${line}: page`,
    note: `${before.nodes} → ${after.nodes} nodes, ${before.listeners} → ${after.listeners} listeners`,
    figures: [
      { line: `${line}: more nodes`, value: after.nodes - before.nodes, atMost: 0 },
      { line: `${line}: more listeners`, value: after.listeners - before.listeners, atMost: 0 },
    ],
  };
}

function* firstLoad(
  { name: screen, path }: MeasuredScreen,
  loads: readonly FirstLoad[],
): Iterable<ScenarioResult> {
  const [first] = loads;
  if (!first) throw new Error('At least one run is needed.');
  const middle = (pick: (load: FirstLoad) => number): number => median(loads.map(pick));
  const [paint, largest, interactive, shift, processor] = [
    middle((load) => load.firstPaintMs),
    middle((load) => load.largestPaintMs),
    middle((load) => load.interactiveMs),
    middle((load) => load.layoutShift),
    middle((load) => load.processorMs),
  ];
  yield {
    name: `${screen}: first load`,
    note: `${first.scriptKilobytes.toFixed(0)} kB of scripts and styles, ${first.kilobytes.toFixed(0)} kB in all, ${first.requests} requests`,
    figures: [
      {
        line: `${screen}: scripts and styles`,
        value: first.scriptKilobytes,
        unit: 'kB',
        // What follows when the screen has come to rest is beyond its budget.
        atMost: (ROUTE_BUDGETS[path] ?? 0) + LATER_KILOBYTES,
      },
    ],
  };
  yield {
    name: `${screen}: CPU ${SLOWDOWN}× slower`,
    note: `first paint ${paint.toFixed(0)} ms, largest ${largest.toFixed(0)} ms, interactive ${interactive.toFixed(0)} ms, ${processor.toFixed(0)} ms of processor time`,
    figures: [
      {
        line: `${screen}: interactive on a CPU ${SLOWDOWN}× slower`,
        value: interactive,
        unit: 'ms',
        atMost: 2000,
      },
    ],
  };
  yield {
    name: `${screen}: layout shift`,
    note: shift.toFixed(3),
    figures: [{ line: `${screen}: layout shift`, value: shift, atMost: 0.02 }],
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
