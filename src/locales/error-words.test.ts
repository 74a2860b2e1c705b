import { expect, it } from 'vitest';
import errors from './en/errors.json';

const migrations = import.meta.glob<string>('../../supabase/migrations/*.sql', {
  eager: true,
  import: 'default',
  query: '?raw',
});

it('has words for every code the database raises', () => {
  const raised = Object.values(migrations).flatMap((sql) =>
    [...sql.matchAll(/hint = '([a-z_]+)'/g)].map(([, code = '']) => code),
  );
  expect([...new Set(raised)].filter((code) => !(code in errors))).toEqual([]);
});
