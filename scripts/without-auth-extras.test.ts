import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LEFT_OUT } from './without-auth-extras.ts';

test('the web app calls nothing that is left out of its build', () => {
  const names = Object.values(LEFT_OUT).flat();
  const calls = new RegExp(`\\.auth\\.(admin\\.\\w+|${names.join('|')})\\(`);
  const cwd = path.join(import.meta.dirname, '../src');
  const files = globSync('**/*.{ts,tsx}', { cwd });
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => calls.test(readFileSync(path.join(cwd, file), 'utf8')))).toEqual(
    [],
  );
});
