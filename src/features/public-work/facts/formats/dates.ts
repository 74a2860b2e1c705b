import { isIsoDate } from '@/lib/time';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const pad = (value: string | number): string => String(value).padStart(2, '0');

/**
 * The date of a cell, as American payroll systems write it: 11/14/2026, 11/14/26, 2026-11-14,
 * Nov 14, 2026. Null where it is none.
 */
export function dateIn(text: string): string | null {
  const plain = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(plain);
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?: .*)?$/.exec(plain);
  const named = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/.exec(plain);
  const month = named ? MONTHS.indexOf(named[1]?.toLowerCase() ?? '') + 1 : 0;
  const [year = '', monthText = '', day = ''] = iso
    ? iso.slice(1)
    : american
      ? [american[3], american[1], american[2]]
      : named && month > 0
        ? [named[3], String(month), named[2]]
        : [];
  const date = `${year.length === 2 ? `20${year}` : year}-${pad(monthText)}-${pad(day)}`;
  return isIsoDate(date) ? date : null;
}

/** Both ends of `11/08/2026 - 11/14/2026` or `… to …`; null where it is no such text. */
export function periodIn(text: string): { start: string; end: string } | null {
  const parts = text.split(/\s+(?:-|–|—|to|through)\s+/i);
  const [start, end] = parts.map((part) => dateIn(part));
  return parts.length === 2 && start && end ? { start, end } : null;
}
