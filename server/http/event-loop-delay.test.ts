import { expect, test, vi } from 'vitest';
import { EventLoopDelay } from './event-loop-delay.ts';

function blockThread(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('the worst second is known for five minutes', async () => {
  const delay = new EventLoopDelay();
  delay.start();
  try {
    // Its own timer has to have begun.
    await vi.waitFor(() => expect(delay.worst()).toBeGreaterThan(0));
    blockThread(300);
    await vi.waitFor(() => expect(delay.worst()).toBeGreaterThan(0.25));
    delay.endSecond();
    expect(delay.worst()).toBeGreaterThan(0.25);
    for (let second = 0; second < 300; second += 1) delay.endSecond();
    expect(delay.worst()).toBeLessThan(0.25);
  } finally {
    delay.stop();
  }
});
