import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { literalsIn } from './sample-values.ts';

/** What the handlers of one part of the server read. */
export interface FieldVocabulary {
  /** Of bodies and queries. */
  readonly fields: readonly string[];
  readonly headers: readonly string[];
  readonly literals: readonly string[];
}

const SERVER = path.join(import.meta.dirname, '../../server');
const PARTS: readonly [prefix: string, folders: string][] = [
  ['/auth', 'auth'],
  ['/storage', 'storage'],
  ['/scim', 'scim'],
  ['/accounting', 'accounting'],
  ['/quickbooks', 'accounting/desktop'],
  ['/system/v1/map', 'map'],
  ['/system', '{system,updates}'],
  ['/geocoder', 'geocoder'],
  ['/weather', 'weather'],
  ['/realtime', 'realtime'],
  ['/sms', 'sms'],
];

/** By the address of a route, from the source of its part: names of fields are nowhere else to be had. */
export function readFieldVocabulary(): (url: string) => FieldVocabulary {
  const parts = PARTS.map(([prefix, folder]) => [prefix, wordsOf(`${folder}/**/*.ts`)] as const);
  const others = wordsOf('{web,mail,push,sms,http,signing,tls}/**/*.ts');
  return (url) => parts.find(([prefix]) => url.startsWith(prefix))?.[1] ?? others;
}

function wordsOf(pattern: string): FieldVocabulary {
  const source = globSync(pattern, { cwd: SERVER })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .map((file) => readFileSync(path.join(SERVER, file), 'utf8'))
    .join('\n');
  const named = (expression: RegExp) => [
    ...new Set([...source.matchAll(expression)].map(([, name]) => name ?? '')),
  ];
  return {
    fields: [
      ...named(/\b([A-Za-z_]\w{1,30}): (?:z\.|text\b|texts\b|seconds\b)/g),
      ...named(/(?:query|body|fields|params)(?:\?\.|\.)?\[?'?([a-z_]\w{1,30})'?/g),
    ],
    headers: named(/headers\[?'?\.?([a-z][a-z-]{2,30})/g),
    literals: literalsIn(source),
  };
}
