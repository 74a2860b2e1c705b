import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Miniature } from './testing/miniature.ts';

let mini: Miniature;
let running: ReturnType<Miniature['start']> | undefined;

beforeEach(async () => {
  mini = await Miniature.make({ version: '0.2.0' });
});
afterEach(async () => {
  await running?.end();
  running = undefined;
  mini.remove();
});

async function start(): Promise<void> {
  running = mini.start();
  await mini.untilAnswering('0.2.0');
  await mini.answering('/write');
}

test('the newest release replaces the one that runs, in its terminal, and then there is none', async () => {
  await start();
  mini.release({ version: '0.3.0', migrations: ['001_more'] });
  mini.release({ version: '0.4.0-rc.1', migrations: ['001_more'] });
  const { code, output } = await mini.update();
  expect(output).toContain('Updated from 0.2.0 to 0.3.0.');
  expect(output).toContain('v0.3.0 has no signature');
  expect(code).toBe(0);
  expect(mini.installed()).toBe('0.3.0');
  expect(await mini.answering('/write')).toBe('0.3.0');
  expect(mini.data).toEqual({ migrations: ['000_first', '001_more'], rows: ['0.2.0', '0.3.0'] });
  expect(existsSync(path.join(mini.root, 'only-in-0.2.0.txt'))).toBe(true);
  // Pages that were open go on with the files they began with.
  expect(existsSync(path.join(mini.root, 'dist-earlier/0.2.0.js'))).toBe(true);
  expect(await mini.update()).toMatchObject({
    code: 0,
    output: '\n  Version 0.3.0 is the newest.\n\n',
  });
  await running?.end();
  expect(await mini.answering()).toBeUndefined();
});
