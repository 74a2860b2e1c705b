import { expect, test } from 'vitest';
import { isPublicAddress } from '../http/public-addresses.ts';
import { PushClient, UnreachableError } from './push-client.ts';
import { checkTarget, ForbiddenTargetError } from './push-target.ts';

test.each([
  ['8.8.8.8', true],
  ['172.15.0.1', true],
  ['2a00:1450:4001::1', true],
  ['64:ff9b::808:808', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:127.0.0.1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::a00:1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::1', false],
])('%s is an address of the internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test.each([
  ['http://fcm.googleapis.com/send/1', 'not encrypted'],
  ['https://fcm.googleapis.com:8443/send/1', 'port of its own'],
  ['https://user:secret@fcm.googleapis.com/', 'password'],
  ['https://127.0.0.1/', 'private address'],
  ['https://2130706433/', 'private address'],
  ['https://0x7f.1/', 'private address'],
  ['https://[::1]/', 'private address'],
  ['https://[::ffff:127.0.0.1]/', 'private address'],
  ['https://169.254.169.254/latest/meta-data', 'private address'],
  ['ftp://fcm.googleapis.com/', 'not encrypted'],
  ['https://[/', 'no address'],
])('%s is not asked: %s', (endpoint, reason) => {
  expect(() => checkTarget(endpoint, [])).toThrow(reason);
});

test('PUSH_ALLOW opens just what it names, and without TLS only on this machine', () => {
  const allowed = ['127.0.0.1:9000', 'push.example.com', '[::1]:9000', '10.0.0.5:8443'];
  for (const endpoint of [
    'http://127.0.0.1:9000/a',
    'http://[::1]:9000/a',
    'https://push.example.com/a',
    'https://10.0.0.5:8443/a',
  ]) {
    expect(checkTarget(endpoint, allowed).isAllowed).toBe(true);
  }
  for (const endpoint of [
    'http://127.0.0.1:9001/a',
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'http://10.0.0.5:8443/a',
    'https://10.0.0.5/a',
  ]) {
    expect(() => checkTarget(endpoint, allowed)).toThrow(ForbiddenTargetError);
  }
});

test('a name that leads into our own network is not asked', async () => {
  const client = new PushClient([]);
  const post = (endpoint: string) => client.ask(endpoint, { method: 'HEAD', headers: {} });
  await expect(post('https://localhost/')).rejects.toThrow(ForbiddenTargetError);
  await expect(post('https://name.invalid/')).rejects.toThrow(UnreachableError);
  client.close();
});
