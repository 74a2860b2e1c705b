import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAuthority, type TestAuthority } from '../../testing/test-certificate.ts';
import type { Certificate } from './certificate.ts';
import { readCertificateFiles } from './certificate-files.ts';
import { FileSource } from './file-source.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-certificates-'));
const names = ['time.example.com', 'www.example.com'];
let authority: TestAuthority;

beforeAll(async () => {
  authority = await createTestAuthority();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function write(text: string): string {
  const file = path.join(folder, `${++count}.pem`);
  writeFileSync(file, text);
  return file;
}

const refusal = (certFile: string, keyFile: string): string => {
  try {
    readCertificateFiles({ certFile, keyFile });
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

test('both files make a certificate', async () => {
  const { cert, key } = await authority.issue({ names });
  const found = readCertificateFiles({ certFile: write(cert), keyFile: write(key) });
  expect(found).toMatchObject({ cert, key, names, issuer: 'Test Authority' });
  expect(found.notAfter.getTime() - found.notBefore.getTime()).toBe(11 * 24 * 3600_000);
});

test('whatever is wrong with them is one line that says what and what to do', async () => {
  const { cert, key } = await authority.issue({ names });
  const [certFile, keyFile] = [write(cert), write(key)];
  const other = write((await authority.issue({ names })).key);
  const expired = await authority.issue({ names, days: -3 });
  const early = await authority.issue({ names, startsInDays: 5 });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const locked = privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'secret',
  }) as string;
  const missing = path.join(folder, 'missing.pem');
  const lines: [string, string, string][] = [
    [missing, keyFile, `TLS_CERT=${missing} does not exist. Set it to`],
    [certFile, missing, `TLS_KEY=${missing} does not exist. Set it to`],
    [folder, keyFile, `TLS_CERT=${folder} cannot be read (EISDIR).`],
    [write('hello'), keyFile, 'holds no certificate in PEM format. Set it to the full chain'],
    [certFile, write('hello'), 'holds no private key in PEM format. Set it to the key'],
    [keyFile, certFile, 'TLS_CERT and TLS_KEY may be swapped.'],
    [certFile, write(locked), 'is protected by a passphrase. Write it without one: openssl pkey'],
    [certFile, other, `TLS_KEY=${other} is not the key of TLS_CERT=${certFile}.`],
    [write(expired.cert), write(expired.key), 'Renew it, or check this machine'],
    [write(early.cert), write(early.key), 'is not valid before'],
  ];
  for (const [certificate, privateKeyFile, expected] of lines) {
    const line = refusal(certificate, privateKeyFile);
    expect(line).toContain(expected);
    expect(line).not.toContain('\n');
  }
});

test('files are read again when they change, as a write, a rename and a link', async () => {
  const [first, second, third] = [
    await authority.issue({ names }),
    await authority.issue({ names }),
    await authority.issue({ names }),
  ];
  const certFile = path.join(folder, 'live-cert.pem');
  const keyFile = path.join(folder, 'live-key.pem');
  writeFileSync(certFile, first.cert);
  writeFileSync(keyFile, first.key);
  const warnings: string[] = [];
  const source = new FileSource({ certFile, keyFile }, (line) => warnings.push(line), 20);
  const seen: Certificate[] = [];
  source.onChange((certificate) => seen.push(certificate));

  // Only one of the two: it goes on with what it has, and says so once.
  renameSync(write(second.cert), certFile);
  await expect.poll(() => warnings).toHaveLength(1);
  expect(warnings[0]).toContain('is not the key of');
  expect(warnings[0]).toContain('the server goes on with the certificate it has');
  expect(source.status().problem).toContain('is not the key of');
  expect(source.current().cert).toBe(first.cert);
  renameSync(write(second.key), keyFile);
  await expect.poll(() => seen.map(({ cert }) => cert)).toEqual([second.cert]);
  expect(source.status().problem).toBeNull();

  const links = [certFile, keyFile].map((file) => `${file}.link`);
  symlinkSync(write(third.cert), links[0] ?? '');
  symlinkSync(write(third.key), links[1] ?? '');
  renameSync(links[0] ?? '', certFile);
  renameSync(links[1] ?? '', keyFile);
  await expect.poll(() => source.current().cert).toBe(third.cert);
  expect(source.current().key).toBe(third.key);
  await source.stop();
});

test.skipIf(process.getuid?.() === 0)('a key this user may not read is named', async () => {
  const { cert, key } = await authority.issue({ names });
  const keyFile = write(key);
  execFileSync('chmod', ['000', keyFile]);
  expect(refusal(write(cert), keyFile)).toContain('may not be read by this user');
});
