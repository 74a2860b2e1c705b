import { expect, test } from 'vitest';
import {
  grouped,
  isPacketFileName,
  manifestText,
  packetFileName,
  signedInstant,
} from '@/entities/evidence/packet-format';

test.each(['manifest.json', 'photos/2026-11-02/front-door.jpg', 'data/time_entries.json'])(
  '%s may be the name of a file',
  (name) => expect(isPacketFileName(name)).toBe(true),
);

test.each([
  '/etc/passwd',
  '../up.json',
  'a/../b',
  'a//b',
  'a/',
  '',
  'a\\b',
  'c:d',
  'naïve.txt',
  '.hidden',
  'a/.b',
  'trailing.',
  'x'.repeat(201),
])('%j may not', (name) => expect(isPacketFileName(name)).toBe(false));

test.each([
  ['José Ruiz', 'Jose-Ruiz'],
  ['../../etc', 'etc'],
  ['Front / door (2)', 'Front-door-2'],
  ['工地', 'file'],
])('%s becomes %s', (text, name) => {
  expect(packetFileName(text)).toBe(name);
  expect(isPacketFileName(packetFileName(text))).toBe(true);
});

test('the manifest lists its files by name, canonical', () => {
  const about = {
    kind: 'record',
    packet_id: 'p',
    company: { id: 'c', name: 'Whitfield' },
    subject: { name: 'Rosa' },
    start_date: '2026-11-01',
    end_date: '2026-11-14',
    made_at: signedInstant(new Date('2026-11-19T20:20:00Z')),
    made_by: 'Dana',
    origin: 'https://time.example.com',
  } as const;
  const file = (name: string) => ({ name, bytes: 1, sha256: 'ab' });
  expect(manifestText(about, [file('b'), file('a')])).toBe(
    '{"company":{"id":"c","name":"Whitfield"},"end_date":"2026-11-14","files":[{"bytes":1,"name":"a","sha256":"ab"},{"bytes":1,"name":"b","sha256":"ab"}],"format":"chalkline-packet/1","kind":"record","made_at":"2026-11-19T20:20:00.000000Z","made_by":"Dana","origin":"https://time.example.com","packet_id":"p","start_date":"2026-11-01","subject":{"name":"Rosa"}}',
  );
});

test('a fingerprint is read in groups', () => {
  expect(grouped('9f2c41d70b8e6a35')).toBe('9f2c 41d7 0b8e 6a35');
});
