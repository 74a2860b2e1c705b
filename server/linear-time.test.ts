import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSlowInput } from '../testing/patterns/find-slow-input.ts';
import { parsePattern } from '../testing/patterns/parse-pattern.ts';
import { type FoundPattern, patternsOf } from '../testing/patterns/patterns-of-sources.ts';
import { readSoapCall } from './accounting/desktop/soap.ts';
import { readXml } from './accounting/desktop/xml-reader.ts';
import { hasApiToken } from './auth/api-tokens/token-format.ts';
import { allowedRedirect } from './auth/redirect-allow-list.ts';
import { concealSecrets } from './http/conceal-secrets.ts';
import { csvToRows } from './rest/request/csv.ts';
import { negotiate, payloadType } from './rest/request/media-type.ts';
import { parseLogic } from './rest/request/parse-logic.ts';
import { parseOrder } from './rest/request/parse-order.ts';
import { parseQuery } from './rest/request/parse-query.ts';
import { parseSelect } from './rest/request/parse-select.ts';
import { parsePreferences } from './rest/request/preferences.ts';
import { parseRange } from './rest/request/range.ts';
import { splitQuery } from './rest/request/split-query.ts';
import { readFilter } from './scim/read-filter.ts';
import { attributeOf } from './scim/scim-user.ts';
import { boundaryOf } from './storage/http/multipart.ts';

/** Nobody outside chooses what these read: SQL, templates and settings of the installation, its own database's log. */
const READS_ITS_OWN = new Set([
  'database/embedded/embedded-postgres.ts',
  'database/schemas/split-sql.ts',
  'mail/mail-template.ts',
  'realtime/changes/shared-policy.ts',
]);

/** What is made of names that only a running server knows, with such names. */
const MADE_AT_RUN_TIME: Readonly<Record<string, readonly FoundPattern[]>> = {
  // The address is cut off first, since a setting may have two of these.
  'auth/redirect-allow-list.ts': [pattern('^https:\\/\\/[^./]*\\.crew\\.example\\/.*$')],
  'rest/catalog/request-readers.ts': [
    pattern('\\b(?:a|b)"?\\s*\\('),
    pattern("'(?:\\w+\\.)?(?:a|b)'"),
    pattern("\\b(?:a|b)\"?\\s*\\(|'(?:\\w+\\.)?(?:a|b)'"),
  ],
  'storage/http/multipart.ts': [pattern(';\\s*name=(?:"([^"]*)"|([^;\\s]+))', 'i')],
};

function pattern(source: string, flags = ''): FoundPattern {
  return { file: '', source, flags };
}

const slowInput = ({ source, flags }: FoundPattern) =>
  findSlowInput({ root: parsePattern(source, flags), flags });

describe('the search for slow input', () => {
  test.each([
    ['(a+)+b'],
    ['^\\s*([\\w.:[\\]" ]+?)\\s+eq\\s+x$'],
    ['\\[[^\\]]*\\]'],
    ['\\s+$'],
    ['(a|a)*b'],
    ['\\w*token\\w*='],
    ['^(\\d+,?)+$'],
  ])('finds it for %s', (source) => {
    expect(slowInput(pattern(source))).toBeDefined();
  });

  test.each([['^[a-z]+@[a-z]+$'], ['"(?:[^"\\\\]|\\\\.)*"$'], ['^(?:a|b)*c'], ['\\[[^\\][]*\\]']])(
    'finds none for %s',
    (source) => {
      expect(slowInput(pattern(`^${source}`))).toBeUndefined();
    },
  );
});

test('no regular expression of the server takes more than linear time', () => {
  const { patterns, unknown } = patternsOf(import.meta.dirname);
  expect([...new Set(unknown)]).toEqual(Object.keys(MADE_AT_RUN_TIME));
  expect(patterns.length).toBeGreaterThan(300);
  const all = [...patterns, ...Object.values(MADE_AT_RUN_TIME).flat()];
  const slow = all
    .filter(({ file }) => !READS_ITS_OWN.has(file.split(path.sep).join('/')))
    .map((each) => ({ ...each, input: slowInput(each) }))
    .filter(({ input }) => input !== undefined);
  expect(slow).toEqual([]);
});

/** What reads a text before anybody knows whose it is. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  csv: csvToRows,
  xml: readXml,
  'xml in an element': (text) => readXml(`<a>${text}</a>`),
  soap: readSoapCall,
  'SCIM filter': readFilter,
  'SCIM path': attributeOf,
  query: (text) => parseQuery(splitQuery(text), false),
  'query of a call': (text) => parseQuery(splitQuery(`a=${text}`), true),
  select: parseSelect,
  order: parseOrder,
  logic: (text) => parseLogic('and', text),
  'logic in brackets': (text) => parseLogic('and', `(${text})`),
  preferences: (text) => parsePreferences(text, { isTimeZone: () => true, allowsTx: false }),
  range: parseRange,
  accept: (text) => negotiate(text),
  'content type': payloadType,
  boundary: boundaryOf,
  redirect: (text) =>
    allowedRedirect(`https://a.example/${text}`, {
      siteUrl: 'https://b.example',
      redirectUrls: ['https://**/**/x'],
    }),
  token: hasApiToken,
  log: concealSecrets,
};
const PUMPS = [
  ...[' ', '\t', '\n', '"', '""', "'", '\\', '.', ',', ':', ';', '=', '&', '%', '+', '-', '*', '/'],
  ...[
    '(',
    ')',
    '()',
    '[',
    ']',
    '{',
    '<',
    '>',
    '<a>',
    '</a>',
    '<!--',
    '<![CDATA[',
    '&#65;',
    '&amp;',
  ],
  ...['a', '0', 'a.', 'a,', 'a(', 'a->', 'a->>', 'and(', 'not.', 'a=eq.1&', ',a:b', 'or=(', '""",'],
  ...['emails[', 'a eq ', 'token', 'chl_pat_', '%5f', 'q=0.1,', ' a="1"', 'eyJaaaaa.', 'bearer '],
];
/** What is read of somebody unknown, and an eighth of it. */
const LARGE = 64 * 1024;
const SMALL = LARGE / 8;
/** Less is no harm, whatever it grows by; the clock is not exact enough for it either. */
const MIN_LARGE_MS = 20;
/** Eight times for what is linear, 64 times for what is quadratic. */
const MAX_GROWTH = 24;

test.each(Object.entries(PARSERS))('reading %s grows with the length', (_name, parse) => {
  const slow = PUMPS.filter((pump) => {
    const large = leastTime(parse, pump, LARGE);
    return large > MIN_LARGE_MS && large / leastTime(parse, pump, SMALL) > MAX_GROWTH;
  });
  expect(slow).toEqual([]);
});

/** Processor time, which waiting for others does not add to; the least of some runs, since others only ever add. */
function leastTime(parse: (text: string) => unknown, pump: string, length: number): number {
  const text = pump.repeat(Math.ceil(length / pump.length)).slice(0, length);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > MIN_LARGE_MS / MAX_GROWTH; run += 1) {
    const before = process.cpuUsage();
    try {
      parse(text);
    } catch {
      // Most of it is refused; how soon is the question.
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return Math.max(least, 0.05);
}
