import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Catalog } from '../catalog/catalog.ts';
import { requestSettings } from './request-settings.ts';
import type { RestRequest } from './rest-request.ts';

const catalog = {
  extraPath: '"public", "extensions"',
  requestReaders: { settings: ['headers'], whenReading: false, functions: new Set(['page']) },
} as unknown as Catalog;
const request = {
  schema: 'public',
  preferences: {},
  target: { kind: 'function', name: 'page' },
} as unknown as RestRequest;

test('functions read the address the server believes, whatever the client claims', () => {
  const http = {
    method: 'POST',
    url: '/rest/v1/rpc/page',
    ip: '203.0.113.7',
    headers: { 'user-agent': 'Phone', 'x-forwarded-for': '10.0.0.1, 192.0.2.1' },
  } as unknown as FastifyRequest;
  const settings = requestSettings(
    http,
    request,
    { readOnly: true, statementTimeout: undefined },
    catalog,
  );
  expect(JSON.parse(settings?.['request.headers'] ?? '')).toEqual({
    'user-agent': 'Phone',
    'x-forwarded-for': '203.0.113.7',
  });
});
