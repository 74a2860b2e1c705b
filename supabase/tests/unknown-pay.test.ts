import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SCHEMAS = path.join(import.meta.dirname, '..', 'schemas');

/** Figures of pay that are null where hours have no rate. */
const FIGURE =
  /\b(straight|premium|total|gross|computed|difference)_cents\b|\brate_e4\b|\bhourly_rate\b/;
const AS_ZERO = /coalesce\((?:sum\()?[^;]*?, 0(?:\.0)?\)/g;

/** Places that may count one of them as zero, with the reason why no unknown becomes nothing. */
const REASONS: Readonly<Record<string, string>> = {
  'private.labor_cost_to_now': 'unpriced minutes stand beside it',
  'private.labor_cost_cached': 'unpriced minutes stand beside it',
  'private.payroll_owed':
    'what was frozen without an amount was not paid; what is computed stays unknown',
  'private.live_totals': 'cents are null beside it where a line is not known',
  'private.payroll_totals': 'unpriced stands beside it',
  'private.public_work_lines': 'no cash in lieu is none',
  'private.certified_rows':
    'cash in lieu, which has an amount; gross is null where a line has none',
  'public.hour_values': 'no cash in lieu is none',
  'private.gross_of_spans': 'wages are null where a line has none; the others have amounts',
  'public.post_restitution': 'refused where the difference is not known',
  'private.wages_due': 'weeks that are not known are left out',
};

const definitions = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.sql'))
  .flatMap((file) =>
    readFileSync(path.join(SCHEMAS, file), 'utf8').split(
      /(?=^create (?:or replace )?(?:function|view|table|trigger|policy) )/m,
    ),
  );

const nameOf = (definition: string): string =>
  /^create (?:or replace )?\w+ ([\w.]+)/.exec(definition)?.[1] ?? '';

test('pay that is not known counts as zero nowhere but where it is said beside it', () => {
  const found = definitions
    .filter((definition) =>
      definition
        .split('\n')
        .some((line) => (line.match(AS_ZERO) ?? []).some((text) => FIGURE.test(text))),
    )
    .map(nameOf);
  expect(found.toSorted()).toEqual(Object.keys(REASONS).toSorted());
});
