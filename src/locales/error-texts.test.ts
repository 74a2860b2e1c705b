import { expect, it } from 'vitest';
import errors from './en/errors.json';

/** What one late screen alone can get is with the texts of that screen. */
const screens = import.meta.glob<{ failure?: object }>('./en/*.json', {
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
  const known = Object.assign({}, errors, ...Object.values(screens).map(({ failure }) => failure));
  expect([...new Set(raised)].filter((code) => !(code in known))).toEqual([]);
});
