import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { READ, unknownSettings, unreadSettings } from './known-settings.ts';

test('names what nobody understands, and nothing the CLI writes', () => {
  const project = parse(`
project_id = "theirs"
[api]
auto_expose_new_tables = false
auto_expose_tables = false
[api.tls]
enabled = false
[auth.email]
otp_lenght = 8
[auth.external.apple]
client_id = ""
[auth.sms.test_otp]
4152127777 = "123456"
[storage.buckets.images]
public = false
[functions.hello]
verify_jwt = true
[remotes.staging.api]
max_rows = 10
[wanted]
[wanted.more]
yes = true
`);
  expect(unknownSettings(project)).toEqual([
    'api.auto_expose_tables',
    'auth.email.otp_lenght',
    'wanted.more.yes',
  ]);
});

test('stop the start, all at once and by name', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-settings-'));
  writeFileSync(path.join(folder, 'config.toml'), '[api]\nopen = true\n[auth]\nclosed = 1\n');
  expect(() => readConfig({ SUPABASE_DIR: folder }, folder)).toThrow(
    'config.toml: this server does not understand api.open, auth.closed. Correct or remove',
  );
  rmSync(folder, { recursive: true });
});

test('what is known to be read, is: the code of the server has its name', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !/test\.ts$|^known-settings\.ts$/.test(file),
  );
  const code = files
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const words = new Set(code.match(/\w+/g));
  const nameOf = (pattern: string) =>
    pattern
      .replace(/\.\*\*$/, '')
      .split('.')
      .at(-1) ?? '';
  expect(READ.filter((pattern) => !words.has(nameOf(pattern)))).toEqual([]);
});

test('what means something on Supabase and nothing here is named', () => {
  const project = parse(`
[api]
port = 54321
external_url = "https://api.example.com"
[auth]
anon_key = "x"
[db.vault]
secret = "y"
`);
  expect(unreadSettings(project)).toEqual(['api.external_url', 'auth.anon_key', 'db.vault.secret']);
});
