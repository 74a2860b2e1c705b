import { expect, it } from 'vitest';
import type { Texts } from '@/lib/translation';
import errors from './en/errors.json';

/** What one late screen alone can get is with the texts of that screen. */
const screens = import.meta.glob<Texts>('./en/*.json', {
  eager: true,
  import: 'default',
});

const files = import.meta.glob<string>('../../supabase/schemas/*/*.sql', {
  eager: true,
  import: 'default',
  query: '?raw',
});

it('has words for every code the database raises', () => {
  const raised = Object.values(files).flatMap((sql) =>
    [...sql.matchAll(/hint = '([a-z_]+)'/g)].map(([, code = '']) => code),
  );
  const known = new Set([
    ...Object.keys(errors),
    ...Object.values(screens)
      .flatMap((texts) => Object.keys(texts))
      .filter((key) => key.startsWith('failure.'))
      .map((key) => key.slice('failure.'.length)),
  ]);
  expect([...new Set(raised)].filter((code) => !known.has(code))).toEqual([]);
});
