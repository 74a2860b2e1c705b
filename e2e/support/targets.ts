import { expect, type Page } from '@playwright/test';

/** What a glove hits. */
const FINGER_PX = 44;

/**
 * Everything one can press whose place is smaller than a finger. Measured as the browser finds it: what
 * lies under the points 22 px from its middle, labels and widened areas included. Links within a
 * sentence are as high as their line, as WCAG has it.
 */
function measure(finger: number): string[] {
  const PRESSABLE =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [role="checkbox"], [role="switch"], [role="radio"], [role="tab"], [role="menuitem"], [role="option"], [role="combobox"]';
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const { opacity, pointerEvents } = getComputedStyle(element);
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      width > 1 &&
      height > 1 &&
      opacity !== '0' &&
      pointerEvents !== 'none'
    );
  };
  const isInSentence = (element: Element): boolean =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
    );
  const belongsTo = (target: Element, hit: Element | null): boolean => {
    if (!hit) return false;
    if (target.contains(hit) || hit.closest(PRESSABLE) === target) return true;
    // A row that opens what its name opens.
    const row = hit.closest('li, tr');
    if (row?.contains(target) && getComputedStyle(row).cursor === 'pointer') return true;
    const label = hit.closest('label');
    return label !== null && (label.control === target || label.contains(target));
  };
  const isDisabled = (element: Element): boolean =>
    element.matches(':disabled, [aria-disabled="true"]');
  const small: string[] = [];
  for (const element of document.querySelectorAll(PRESSABLE)) {
    if (!isShown(element) || isInSentence(element) || isDisabled(element)) continue;
    if (element.closest('.maplibregl-map, [data-print="only"]')) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y, reach] = [left + width / 2, top + height / 2, finger / 2 - 1];
    const points: [number, number][] = [];
    if (height < finger) points.push([x, y - reach], [x, y + reach]);
    if (width < finger) points.push([x - reach, y], [x + reach, y]);
    const misses = points.filter(
      ([px, py]) =>
        px > 0 &&
        py > 0 &&
        px < innerWidth &&
        py < innerHeight &&
        !belongsTo(element, document.elementFromPoint(px, py)),
    );
    if (misses.length > 0) {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
      small.push(
        `${element.tagName.toLowerCase()} "${name.slice(0, 40)}" ${Math.round(width)}×${Math.round(height)}`,
      );
    }
  }
  scrollTo(0, 0);
  return [...new Set(small)];
}

/** Nothing on the screen is harder to hit than a finger is wide. */
export async function expectFingerSized(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(measure, FINGER_PX), `${where}: smaller than 44 px`).toEqual([]);
}
