import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** An npm that writes down what it was asked and installs nothing. */
const FAKE_NPM = `
  const fs = require('node:fs');
  fs.appendFileSync('asked.log', process.argv.slice(2, 4).join(' ') + '\\n');
  fs.rmSync('node_modules', { recursive: true, force: true });
  fs.mkdirSync('node_modules');
  process.exit(fs.existsSync('offline') ? 1 : 0);
`;

let project: string;
const file = (name: string) => path.join(project, name);

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'chalkline install '));
  mkdirSync(file('scripts'));
  mkdirSync(file('server'));
  for (const name of ['bootstrap.mjs', 'choose-node.mjs', 'install.mjs']) {
    cpSync(path.join(import.meta.dirname, name), file(`scripts/${name}`));
  }
  writeFileSync(file('server/node-flags.json'), '[]');
  writeFileSync(file('package-lock.json'), '{}');
  writeFileSync(file('npm.cjs'), FAKE_NPM);
  for (const name of ['start.ts', 'test.ts']) {
    writeFileSync(file(`scripts/${name}`), `console.log('ran ${name}');`);
  }
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function launch(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [file('scripts/bootstrap.mjs'), ...args],
    { encoding: 'utf8', env: { ...process.env, npm_execpath: file('npm.cjs') } },
  );
  return { output: stdout + stderr, status };
}

/** What npm was asked since the last look. */
function asked(): string[] {
  if (!existsSync(file('asked.log'))) return [];
  const lines = readFileSync(file('asked.log'), 'utf8').trim().split('\n');
  rmSync(file('asked.log'));
  return lines;
}

test('a server installs what it needs, a developer adds the rest, each once', () => {
  expect(launch('start.ts').output).toContain('ran start.ts');
  expect(asked()).toEqual(['ci --omit=dev']);
  launch('start.ts');
  expect(asked()).toEqual([]);
  expect(launch('test.ts').output).toContain('ran test.ts');
  expect(asked()).toEqual(['ci --no-audit']);
  launch('test.ts');
  launch('start.ts');
  expect(asked()).toEqual([]);
});

test('a changed lockfile installs again', () => {
  launch('test.ts');
  writeFileSync(file('package-lock.json'), '{ }');
  launch('start.ts');
  expect(asked()).toEqual(['ci --no-audit', 'ci --omit=dev']);
});

test('without a command it installs and ends', () => {
  expect(launch()).toMatchObject({ status: 0 });
  expect(asked()).toEqual(['ci --omit=dev']);
});

test('what cannot be installed is said in one line, and tried again the next time', () => {
  writeFileSync(file('offline'), '');
  const { output, status } = launch('start.ts');
  expect(status).toBe(1);
  expect(output).toContain('could not be installed. Check the network and try again.');
  expect(output).not.toContain('ran start.ts');
  rmSync(file('offline'));
  expect(launch('start.ts').output).toContain('ran start.ts');
});
