import { expect, it } from 'vitest';
import errors from './en/errors.json';

const files = import.meta.glob<string>('../../supabase/schemas/*/*.sql', {
  eager: true,
  import: 'default',
  query: '?raw',
});

it('has words for every code the database raises', () => {
  const raised = Object.values(files).flatMap((sql) =>
    [...sql.matchAll(/hint = '([a-z_]+)'/g)].map(([, code = '']) => code),
  );
  expect([...new Set(raised)].filter((code) => !(code in errors))).toEqual([]);
});
