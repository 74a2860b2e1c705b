import { buildWebApp } from '../../scripts/build-web-app.ts';
import { type FirstLoad, measureFirstLoad } from '../web/first-load.ts';
import { measureHourOfTicking } from '../web/hour-of-ticking.ts';
import { measureLighthouse } from '../web/lighthouse.ts';
import { openStage, SCREENS, type Stage } from '../web/stage.ts';
import type { Scenario } from './scenario.ts';

interface Line {
  readonly name: string;
  readonly measured: string;
  readonly wanted: string;
}

const RUNS = 3;
const SLOWDOWN = 4;
const WEIGHT_BUDGETS: Readonly<Record<string, string>> = {
  'sign-in': '185 kB of scripts and styles',
  'time tracker': '270 kB of scripts and styles',
};

/**
 * What the web app weighs and how it feels: bytes and requests of the first load, times with a CPU four
 * times slower (the median of the runs), Lighthouse, and memory after an hour of a running timer.
 */
export const web: Scenario = {
  name: 'web',
  async *run() {
    await buildWebApp((step) => console.error(`  · ${step}`));
    const stage = await openStage();
    try {
      for await (const { name, measured, wanted } of measureWeb(stage, RUNS)) {
        yield { name, note: wanted ? `${measured}   (${wanted})` : measured };
      }
    } finally {
      await stage.stop();
    }
  },
};

async function* measureWeb(stage: Stage, runs: number): AsyncIterable<Line> {
  for (const screen of SCREENS) {
    const loads: FirstLoad[] = [];
    for (let run = 0; run < runs; run += 1) {
      loads.push(await measureFirstLoad(stage, screen, SLOWDOWN));
    }
    const [first] = loads;
    if (!first) throw new Error('At least one run is needed.');
    const middle = (pick: (load: FirstLoad) => number): string =>
      median(loads.map(pick)).toFixed(0);
    yield {
      name: `${screen.name}: first load`,
      measured: `${first.scriptKilobytes.toFixed(0)} kB of scripts and styles, ${first.kilobytes.toFixed(0)} kB in all, ${first.requests} requests`,
      wanted: WEIGHT_BUDGETS[screen.name] ?? '–',
    };
    yield {
      name: `${screen.name}: CPU ${SLOWDOWN}× slower`,
      measured: `first paint ${middle((load) => load.firstPaintMs)} ms, largest ${middle((load) => load.largestPaintMs)} ms, interactive ${middle((load) => load.interactiveMs)} ms`,
      wanted: 'interactive within 2,000 ms',
    };
    yield {
      name: `${screen.name}: layout shift`,
      measured: median(loads.map((load) => load.layoutShift)).toFixed(3),
      wanted: 'under 0.02',
    };
  }
  for (const screen of SCREENS) {
    const { scores, complaints } = await measureLighthouse(stage, screen);
    yield {
      name: `${screen.name}: Lighthouse`,
      measured: Object.entries(scores)
        .map(([category, score]) => `${category} ${score}`)
        .join(', '),
      wanted: 'performance 90, the others 100',
    };
    for (const complaint of complaints) yield { name: '', measured: complaint, wanted: '' };
  }
  const { before, after } = await measureHourOfTicking(stage);
  yield {
    name: 'an hour of ticking: heap',
    measured: `${before.heapMegabytes.toFixed(1)} → ${after.heapMegabytes.toFixed(1)} MB`,
    wanted: '2 MB more at most',
  };
  yield {
    name: 'an hour of ticking: page',
    measured: `${before.nodes} → ${after.nodes} nodes, ${before.listeners} → ${after.listeners} listeners`,
    wanted: 'no growth',
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
