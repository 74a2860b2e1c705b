import { expect, test } from 'vitest';
import type { SystemLine } from './system-line.ts';
import { SystemProbes } from './system-probes.ts';

const fine: SystemLine = { id: 'disk', state: 'ok', reason: 'ok', values: { freeBytes: 1 } };

test('a probe that fails or never answers is an unknown line, and holds up no other', async () => {
  const probes = new SystemProbes(20);
  const failures: string[] = [];
  probes.register('broken', async () => {
    throw new Error('no such file');
  });
  probes.register('silent', () => new Promise(() => undefined));
  probes.register('nothing', async () => null);
  probes.register('disk', async () => fine);
  const lines = await probes.lines((id, error) => failures.push(`${id}: ${error}`));
  expect(lines).toEqual([
    { id: 'broken', state: 'warning', reason: 'unknown', values: {} },
    { id: 'silent', state: 'warning', reason: 'unknown', values: {} },
    fine,
  ]);
  expect(failures.sort()).toEqual([
    'broken: Error: no such file',
    'silent: Error: No answer within 20 ms',
  ]);
});

test('two probes of one name are a mistake in the code', () => {
  const probes = new SystemProbes();
  probes.register('disk', async () => fine);
  expect(() => probes.register('disk', async () => fine)).toThrow('registered twice');
});
