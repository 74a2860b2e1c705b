import { freePort } from '../../server/http/free-port.ts';
import { type LighthouseReport, loadLighthouse } from './load-lighthouse.ts';
import { enter, type MeasuredScreen, type Stage } from './stage.ts';

export interface LighthouseScores {
  /** 0 to 100 by category. */
  readonly scores: Readonly<Record<Category, number>>;
  /** What cost points, as `category: audit (what was found)`. */
  readonly complaints: readonly string[];
}

type Category = (typeof CATEGORIES)[number];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse as its own defaults have it: a mid-range phone (4× slower CPU) on slow 4G, simulated. */
export async function measureLighthouse(
  stage: Stage,
  screen: MeasuredScreen,
): Promise<LighthouseScores> {
  const lighthouse = await loadLighthouse();
  const port = await freePort();
  const context = await stage.openBrowser(port);
  try {
    if (screen.signedIn) {
      // Lighthouse opens a tab of its own, which shares local storage but not the init scripts.
      await enter(context, stage);
      const page = await context.newPage();
      await page.goto(`${stage.url}/config.json`);
      await page.close();
    }
    const outcome = await lighthouse(`${stage.url}${screen.path}`, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...CATEGORIES],
      disableStorageReset: true,
    });
    if (!outcome) throw new Error('Lighthouse gave no result.');
    return summarise(outcome.lhr);
  } finally {
    await context.close();
  }
}

function summarise({ categories, audits }: LighthouseReport): LighthouseScores {
  const score = (category: Category): number =>
    Math.round((categories[category]?.score ?? 0) * 100);
  const complaints = CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${category}: ${id} (${audits[id]?.displayValue ?? audits[id]?.title})`),
  );
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    complaints,
  };
}
