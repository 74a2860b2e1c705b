import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { returnMemoryWhenIdle } from './return-memory.ts';

const MEGABYTE = 1024 * 1024;
const machine = { utilization: 0.9, heapBytes: 60 * MEGABYTE };
const collect = vi.fn(() => {
  machine.heapBytes = 30 * MEGABYTE;
});

beforeEach(() => {
  vi.useFakeTimers();
  collect.mockClear();
  Object.assign(machine, { utilization: 0.9, heapBytes: 60 * MEGABYTE });
});
afterEach(() => void vi.useRealTimers());

const start = () =>
  returnMemoryWhenIdle({
    utilization: () => machine.utilization,
    heapBytes: () => machine.heapBytes,
    collect,
  });

test('waits until nobody needs the processor', () => {
  const stop = start();
  vi.advanceTimersByTime(60_000);
  expect(collect).not.toHaveBeenCalled();
  machine.utilization = 0.01;
  vi.advanceTimersByTime(5_000);
  expect(collect).toHaveBeenCalledOnce();
  stop();
});

test('not again for nothing, nor every few seconds', () => {
  const stop = start();
  machine.utilization = 0.01;
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledOnce();
  machine.heapBytes = 60 * MEGABYTE;
  vi.advanceTimersByTime(5_000);
  expect(collect).toHaveBeenCalledTimes(2);
  machine.heapBytes = 60 * MEGABYTE;
  vi.advanceTimersByTime(200_000);
  expect(collect).toHaveBeenCalledTimes(2);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(2);
});
