import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBriefWait } from '@/lib/use-brief-wait';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what never answers is waited for a moment only', () => {
  const { result } = renderHook(() => useBriefWait(true));
  expect(result.current).toBe(true);
  act(() => vi.advanceTimersByTime(2000));
  expect(result.current).toBe(false);
});

test('an answer ends the wait at once', () => {
  const { result, rerender } = renderHook(useBriefWait, { initialProps: true });
  expect(result.current).toBe(true);
  rerender(false);
  expect(result.current).toBe(false);
});
