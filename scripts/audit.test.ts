import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { auditDependencies } from './audit.ts';

const ROOT = path.join(import.meta.dirname, '..');
const BULK = '/-/npm/v1/security/advisories/bulk';
let registry: Server | undefined;

let cache: string;

// npm keeps what it once heard of a package; these tests make up news of their own.
beforeEach(() => {
  cache = mkdtempSync(path.join(tmpdir(), 'chalkline-audit-'));
  vi.stubEnv('npm_config_cache', cache);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
  await new Promise((resolve) => (registry ? registry.close(resolve) : resolve(undefined)));
});

/** A registry that knows one vulnerability of this severity in fastify, or knows nothing of advisories. */
async function startRegistry(severity: string | undefined): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (severity === undefined || request.url !== BULK) return void response.writeHead(405).end();
    const body = Buffer.concat(chunks);
    const asked = JSON.parse(
      (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString(),
    ) as Record<string, string[]>;
    const advisory = {
      id: 1,
      url: 'https://advisories.example/1',
      title: 'Prototype pollution',
      severity,
      vulnerable_versions: '*',
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(asked['fastify'] ? { fastify: [advisory] } : {}));
  });
  registry = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(['high', 'critical'])(
  'a vulnerability of %s severity in a dependency fails',
  async (severity) => {
    const outcome = await auditDependencies(ROOT, await startRegistry(severity));
    expect(outcome.passed).toBe(false);
    expect(outcome.note).toContain(
      `${severity}: Prototype pollution (https://advisories.example/1)`,
    );
  },
);

test('a lesser one does not', async () => {
  expect(await auditDependencies(ROOT, await startRegistry('moderate'))).toEqual({
    passed: true,
    note: '',
  });
});

test.each([
  ['a registry without advisories', () => startRegistry(undefined)],
  ['no network', async () => 'http://127.0.0.1:9'],
])('%s is no result, which is said', async (_name, start) => {
  const outcome = await auditDependencies(ROOT, await start());
  expect(outcome.passed).toBe(true);
  expect(outcome.note).toContain('not audited');
});
