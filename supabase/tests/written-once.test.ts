import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { UNPAID_BREAK_MINUTES } from '@/entities/running-entry/running-entry';

const SCHEMAS = path.join(import.meta.dirname, '..', 'schemas');
const lines = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sql'))
  .flatMap((file) =>
    readFileSync(path.join(SCHEMAS, file), 'utf8')
      .split('\n')
      .map((text) => ({ file, text })),
  );
const written = (rule: RegExp) =>
  lines.filter(({ text }) => rule.test(text)).map(({ file, text }) => `${file}: ${text.trim()}`);

/** A rule of pay that stands twice is changed once: how each looks when it is written out, and the function that has it. */
test.each([
  [
    'what is approved',
    'approval_covers',
    /approved_at\S*\s*[<>]=?\s*\S*updated_at|updated_at\S*\s*[<>]=?\s*\S*approved_at/,
  ],
  [
    'first day of a week',
    'week_of',
    /-\s*'2000-01-02'::date|extract\(dow from [^)]*\)+(::integer)?\)?\s*-/,
  ],
  [
    'last day of an entry',
    'last_date_of',
    /(clock_out|last_end)\S*( \S+)? - (interval )?'(1 microsecond|00:00:00.000001)'/,
  ],
  ['cash in lieu of fringe', 'cash_in_lieu', /coalesce\(\S*(cash|given)\S*, greatest\(/],
  [
    'which overtime policy governs',
    'governing_policy',
    /order by \S*employee_id is null\S* \S*project_id is null/,
  ],
  ['which of several policies counts', 'pick_policy', /coalesce\((own_job|own)[._]\w+, /],
  [
    'by when a meal begins',
    'meal_limit',
    /worked\S* *[<>]=? *(300|600|720)\b|\b360 else 300\b|\b[36]01 -/,
  ],
  ['by when a rest begins', 'rest_limit', /rest\S*( \+ 1\))? \* 240\b|\) \/ 240 - /],
  ['rate of an apprentice', 'apprentice_rate', /_e4.*percent.*\/ ?100/],
])('%s is private.%s and nothing else', (_rule, name, pattern) => {
  const found = written(pattern);
  expect(found).toHaveLength(1);
  const declared = lines.findIndex(({ text }) => text.includes(`function private.${name}(`));
  const body = lines.slice(declared, declared + 6).map(({ text }) => text);
  expect(body.some((text) => pattern.test(text))).toBe(true);
});

test('how long a meal and a rest last is meal_length and rest_length', () => {
  expect(written(/(gap_before|break_minutes|(start|end)_minute) *(>=?|<=?) *(10|30)\b/)).toEqual(
    [],
  );
});

test('without signal a short unpaid break counts as the database counts it', () => {
  const declared = lines.findIndex(({ text }) =>
    text.includes('function private.unpaid_break_default()'),
  );
  expect(lines[declared + 2]?.text).toBe(`return ${UNPAID_BREAK_MINUTES};`);
});
