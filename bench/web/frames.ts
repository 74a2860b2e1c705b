import type { Page } from '@playwright/test';

export interface Frames {
  readonly perSecond: number;
  /** The slowest of a hundred. */
  readonly slowestMs: number;
}

/** Lets the page do something, `step` before every frame, for so long; answers how it was drawn. */
export async function framesWhile(page: Page, step: string, seconds: number): Promise<Frames> {
  const times = await page.evaluate(
    ({ step, seconds }) =>
      new Promise<number[]>((resolve) => {
        const act = new Function('frame', step);
        const taken: number[] = [];
        let frame = 0;
        let before = performance.now();
        const end = before + seconds * 1000;
        const draw = (now: number) => {
          taken.push(now - before);
          before = now;
          frame += 1;
          act(frame);
          if (now < end) requestAnimationFrame(draw);
          else resolve(taken.slice(1));
        };
        requestAnimationFrame(draw);
      }),
    { step, seconds },
  );
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return {
    perSecond: 1000 / middle,
    slowestMs: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}
