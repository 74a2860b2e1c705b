import type { IncomingMessage } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { SocketsPerAddress } from './sockets-per-address.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

function fill(sockets: SocketsPerAddress, request: IncomingMessage): (() => void)[] {
  const leave: (() => void)[] = [];
  for (let count = 0; count < 2_000; count++) {
    const entry = sockets.enter(request);
    if (!entry) break;
    leave.push(entry.leave);
  }
  return leave;
}

afterEach(() => void vi.useRealTimers());

test('One address has enough at some point, others go on, and who leaves makes room', () => {
  const sockets = new SocketsPerAddress([]);
  const leave = fill(sockets, from('203.0.113.7'));
  expect(leave).toHaveLength(500);
  expect(sockets.enter(from('203.0.113.8'))).toBeDefined();
  leave[0]?.();
  expect(sockets.enter(from('203.0.113.7'))).toBeDefined();
  expect(sockets.enter(from('203.0.113.7'))).toBeUndefined();
});

test('A network of IPv6 counts as one', () => {
  const sockets = new SocketsPerAddress([]);
  fill(sockets, from('2001:db8:1:2::1'));
  expect(sockets.enter(from('2001:db8:1:2::ffff'))).toBeUndefined();
  expect(sockets.enter(from('2001:db8:1:3::1'))).toBeDefined();
});

test('Behind a known proxy clients are told apart, and nobody else may name an address', () => {
  const sockets = new SocketsPerAddress(['127.0.0.1']);
  fill(sockets, from('127.0.0.1', '203.0.113.7'));
  expect(sockets.enter(from('127.0.0.1', '203.0.113.7'))).toBeUndefined();
  expect(sockets.enter(from('127.0.0.1', '203.0.113.8'))).toBeDefined();
  fill(sockets, from('198.51.100.1'));
  expect(sockets.enter(from('198.51.100.1', '192.0.2.1'))).toBeUndefined();
});

test('Sockets opened and closed again and again have to wait for their turn, until none is left', () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  const sockets = new SocketsPerAddress([]);
  vi.advanceTimersByTime(60_000);
  const reopen = (address: string) => {
    const entry = sockets.enter(from(address));
    entry?.leave();
    return entry?.waitMs;
  };
  const waits = Array.from({ length: 200 }, () => reopen('203.0.113.7'));
  expect(new Set(waits)).toEqual(new Set([0]));
  expect([reopen('203.0.113.7'), reopen('203.0.113.7')]).toEqual([20, 40]);
  expect(reopen('203.0.113.8')).toBe(0);
  while (reopen('203.0.113.7') !== undefined);
  vi.advanceTimersByTime(20);
  expect(reopen('203.0.113.7')).toBe(10_000);
});
