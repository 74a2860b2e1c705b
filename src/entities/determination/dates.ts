import type { IsoDate } from '@/lib/format';
import { isIsoDate } from '@/lib/time';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** A date as determinations print it: `07/31/2026`, `5/13/14`, `August 22, 2026`. */
export const DATE = String.raw`(?:\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})(?!\d)|(?:${MONTHS.join('|')})\s+\d{1,2},?\s+\d{4}|\d{4}-\d{2}-\d{2})`;

const pad = (value: string | number): string => String(value).padStart(2, '0');

/** American order always, whatever the user's format: it is the text's. */
export function parsePrintedDate(text: string): IsoDate | null {
  const typed = text.trim();
  if (isIsoDate(typed)) return typed;
  const numbers = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(typed);
  const words = /^([a-z]+)\s+(\d{1,2}),?\s+(\d{4})$/i.exec(typed);
  const month = words ? MONTHS.indexOf((words[1] ?? '').toLowerCase()) + 1 : Number(numbers?.[1]);
  const day = words?.[2] ?? numbers?.[2] ?? '';
  const printed = words?.[3] ?? numbers?.[3] ?? '';
  const year = printed.length === 2 ? `${Number(printed) < 70 ? '20' : '19'}${printed}` : printed;
  const iso = `${year}-${pad(month)}-${pad(day)}`;
  return isIsoDate(iso) ? iso : null;
}
