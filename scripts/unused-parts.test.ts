import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { UNUSED_METHODS, withoutBodies } from './unused-parts.ts';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const CLIENT = read('node_modules/@supabase/auth-js/dist/module/GoTrueClient.js');

test('the bodies of unused methods are left out, and of no others', () => {
  const code = 'class A { used() { return 1 } gone(a) { return a } }\nexport default A;';
  expect(withoutBodies(code, parseAst(code), (name) => name === 'gone')).toBe(
    'class A { used() { return 1 } gone(a) {} }\nexport default A;',
  );
});

test('each of them is a method of the client, which calls none that is left', () => {
  const code = withoutBodies(CLIENT, parseAst(CLIENT), (name) => UNUSED_METHODS.includes(name));
  expect(code.length).toBeLessThan(CLIENT.length * 0.85);
  const left = code.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (const name of UNUSED_METHODS) {
    expect(left, name).toMatch(new RegExp(`\\b${name}\\([^)]*\\) \\{\\}`));
    expect(left, name).not.toContain(`this.${name}(`);
  }
});

test('nothing of the app calls them', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).map(read).join('\n');
  expect(sources).toContain('.auth.signOut(');
  for (const name of [...UNUSED_METHODS, 'admin', 'oauth', 'passkey']) {
    expect(sources, name).not.toMatch(new RegExp(`auth(\\(\\))?\\s*\\.${name}\\b`));
  }
});
