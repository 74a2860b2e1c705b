import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { OpenTransaction, RequestTransactions } from '../../database/request-transaction.ts';
import { emptyQuery, type Query } from '../query/query.ts';
import { negotiate } from '../request/media-type.ts';
import { readRequest } from '../request/rest-request.ts';
import type { Execution } from './execution.ts';
import { streamCsv } from './stream-csv.ts';

const query: Query = {
  ...emptyQuery,
  kind: 'read',
  main: { text: '', parameters: [] },
  readOnly: true,
  representation: negotiate('text/csv'),
  csvHeader: 'id,name',
  hasBody: true,
};

/** A database that gives so many rows, and counts how many were taken. */
function database(rows: number) {
  const taken = { rows: 0 };
  const open: OpenTransaction = {
    query: () => Promise.reject(new Error('nothing to ask')),
    async *stream() {
      for (; taken.rows < rows; taken.rows++) {
        yield [Buffer.from(`${taken.rows},a name of some length`)];
      }
    },
  };
  const requests: RequestTransactions = {
    run: () => Promise.reject(new Error('not streamed')),
    transaction: (_caller, _options, work) => work(open),
  };
  return { requests, taken };
}

function stream(requests: RequestTransactions) {
  const raw = {
    method: 'GET',
    target: { kind: 'table', name: 't' },
    query: '',
    headers: {},
  } as const;
  const execution: Execution = {
    requests,
    caller: { role: 'anon', claims: '{}' },
    request: readRequest({ ...raw, body: undefined }, ['public']),
    requestQuery: { query, body: undefined, limit: 1e6 },
    settings: undefined,
    asksOnce: false,
    first: undefined,
    address: undefined,
    signal: new AbortController().signal,
    maxRows: 1e6,
    profile: undefined,
  };
  const values = { values: [], body: undefined, offset: 0, role: 'anon' };
  return streamCsv(execution, 'id,name', {}, values);
}

test('a small result is sent whole, with its range', async () => {
  const { body, headers } = await stream(database(2).requests);
  expect(String(body)).toBe('id,name\n0,a name of some length\n1,a name of some length');
  expect(headers['content-range']).toBe('0-1/*');
});

test('no rows are still a header', async () => {
  const { body, headers } = await stream(database(0).requests);
  expect(String(body)).toBe('id,name\n');
  expect(headers['content-range']).toBe('*/*');
});

test('a large one is read no faster than it is taken', async () => {
  const { requests, taken } = database(300_000);
  const response = await stream(requests);
  expect(response.headers['content-range']).toBe('*/*');
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  expect(taken.rows).toBeLessThan(20_000);
  let lines = 0;
  for await (const chunk of response.body as Readable) {
    for (const byte of chunk as Buffer) if (byte === 10) lines++;
  }
  expect(lines).toBe(300_000);
});
