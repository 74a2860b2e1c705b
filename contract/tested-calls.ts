import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DOCS = path.join(import.meta.dirname, '../docs/spec-differences.md');
const TESTS: readonly (readonly [string, string])[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, readFileSync(path.join(import.meta.dirname, file), 'utf8')]);

/** How a test calls a method of a part: by the part's name, or by any name in the tests of that part. */
const ANY_NAME: Readonly<Record<string, RegExp>> = {
  client: /./,
  table: /^(client|customer|integration|rest)/,
  query: /^(client|customer|integration|rest)/,
  bucket: /^(client|integration|photos|storage)/,
  channel: /realtime|client/,
};

/** The contract tests that call a method, such as `auth.mfa.enroll`. */
export function testsCalling(method: string): string[] {
  const part = method.slice(0, method.lastIndexOf('.'));
  const name = method.slice(part.length + 1);
  const files = ANY_NAME[part];
  const before = files ? '' : `${part.split('.').pop()}\\s*`;
  const call = new RegExp(`${before}\\.\\s*${name}(?:<[^(]*>)?\\(`);
  return TESTS.filter(([file, text]) => (files?.test(file) ?? true) && call.test(text)).map(
    ([, text]) => text,
  );
}

/** The first cells of the table below a heading of docs/spec-differences.md. */
export function listedUnder(heading: string): string[] {
  const [, text = ''] = readFileSync(DOCS, 'utf8').split(`### ${heading}`);
  const [table = ''] = text.split('\n### ');
  return [...table.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
}

/** Methods of the clients that are listed as not served. */
export function unservedMethods(): Set<string> {
  return new Set(
    listedUnder('Methods of the clients that are not served').flatMap((cell) =>
      [...cell.matchAll(/`([\w.]+?)(?:\.\{([^}]+)\})?`/g)].flatMap(([, name = '', group]) =>
        group === undefined ? [name] : group.split(', ').map((each) => `${name}.${each}`),
      ),
    ),
  );
}
