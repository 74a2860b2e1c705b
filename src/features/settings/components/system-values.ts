import type { SystemLine } from '@/features/settings/api/system';
import { fileSize } from '@/lib/file-size';
import type { Format } from '@/lib/format';
import { hasText, translate } from '@/lib/translation';

export interface LineText {
  title: string;
  text: string;
  /** What to do; null: nothing. */
  fix: string | null;
}

/** The texts of a line. One that this version of the app does not know is shown by its name and state. */
export function lineText(line: SystemLine, format: Format, now: Date): LineText {
  const values = shownValues(line, format, now);
  const say = (key: string): string | null => {
    const found = [`system:${line.id}.${key}`, `system:${key}`].find((candidate) =>
      isKnown(candidate, line.values),
    );
    return found ? translate(found, values) : null;
  };
  return {
    title: say('title') ?? plainName(line.id),
    text: say(line.reason) ?? translate('system:unfamiliar', { reason: plainName(line.reason) }),
    fix: say(`${line.reason}Fix`),
  };
}

/** Titles of lines only: the page has one of its own. */
function isKnown(key: string, { count }: SystemLine['values']): boolean {
  if (key === 'system:title') return false;
  return hasText(key) || (count !== undefined && hasText(`${key}_other`));
}

const plainName = (name: string): string => {
  const words = name
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The end of a name says what it is: `freeBytes`, `endsAt`; see server/system/system-line.ts. */
export function shownValues(
  { id, values }: Pick<SystemLine, 'id' | 'values'>,
  format: Format,
  now: Date,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shownValue(id, name, value, format, now)]),
  );
}

function shownValue(
  id: string,
  name: string,
  value: string | number | null,
  format: Format,
  now: Date,
): string | number {
  if (value === null) return '–';
  if (typeof value === 'string') {
    if (name.endsWith('At')) return moment(value, format, now);
    const known = `system:${id}.${name}.${value}`;
    return hasText(known) ? translate(known) : value;
  }
  // Chooses between singular and plural, and is written by the text itself.
  if (name === 'count') return value;
  if (name.endsWith('Bytes')) return size(value, format);
  if (name.endsWith('Percent')) return `${format.number(value, value < 10 ? 1 : 0)} %`;
  if (name.endsWith('Seconds')) return seconds(value, format);
  return format.number(value);
}

const size = (bytes: number, format: Format): string =>
  bytes < 0 ? `−${fileSize(-bytes, format)}` : fileSize(bytes, format);

export function seconds(value: number, format: Format): string {
  if (value < 1) return translate('system:ms', { value: format.number(Math.round(value * 1000)) });
  if (value < 120)
    return translate('system:s', { value: format.number(value, value < 10 ? 1 : 0) });
  return translate('system:min', { value: format.number(Math.round(value / 60)) });
}

/** With the year where it is another one: a certificate may end in ten. */
export function moment(iso: string, format: Format, now: Date): string {
  const isThisYear = iso.slice(0, 4) === now.toISOString().slice(0, 4);
  return isThisYear ? format.dateTime(iso) : format.dateOfInstant(iso);
}
