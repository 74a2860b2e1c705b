import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerErrorHandler } from './error-handler.ts';
import { createLog } from './log.ts';
import { registerUpdateGate, UpdateGate } from './update-gate.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'chalkline-gate-'));
  mkdirSync(path.join(root, '.update'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function setState(phase: string, pid = process.pid): void {
  writeFileSync(path.join(root, '.update/lock'), `${pid} 1`);
  writeFileSync(path.join(root, '.update/state.json'), JSON.stringify({ phase }));
}

function serve(gate: UpdateGate) {
  const app = Fastify();
  registerErrorHandler(app, createLog('silent'));
  registerUpdateGate(app, gate);
  for (const url of ['/health', '/rest']) app.get(url, async () => 'answered');
  return app;
}

test('a version that is being checked answers for its health alone, until it is accepted', async () => {
  setState('checking');
  const gate = new UpdateGate(root);
  const app = serve(gate);
  expect((await app.inject('/health')).statusCode).toBe(200);
  const refused = await app.inject('/rest');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  setState('watching');
  await gate.whenOpen();
  expect((await app.inject('/rest')).statusCode).toBe(200);
  await app.close();
});

test('nothing is held without an update, or when its process is gone', async () => {
  expect(new UpdateGate(root).isHeld).toBe(false);
  setState('switching');
  expect(new UpdateGate(root).isHeld).toBe(false);
  setState('checking', 2 ** 22 + 1);
  expect(new UpdateGate(root).isHeld).toBe(false);
});
