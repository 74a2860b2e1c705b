import type { Locator, Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

/** The middle of an element; `right` pixels from its right edge when given. */
export async function middleOf(target: Locator, right?: number): Promise<Point> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element is not on the screen.');
  return {
    x: right === undefined ? box.x + box.width / 2 : box.x + box.width - right,
    y: box.y + box.height / 2,
  };
}

/** A finger rests on `from` until `isLifted`, moves to `to` and leaves. Playwright itself only taps. */
export async function dragByFinger(
  page: Page,
  from: Point,
  to: Point,
  isLifted: () => Promise<void> = async () => undefined,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', from);
  await isLifted();
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await send('touchMove', {
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
    });
  }
  await send('touchEnd');
  await devtools.detach();
}
