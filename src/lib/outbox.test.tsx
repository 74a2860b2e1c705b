import { afterEach, expect, test, vi } from 'vitest';
import { createOutbox } from '@/lib/outbox';

interface Item {
  employeeId: string;
  text: string;
}

const KEY = 'test.outbox';
const item = (text: string, employeeId = 'me'): Item => ({ employeeId, text });
const done = { data: null, error: null };
const refused = { data: null, error: { code: 'P0001', message: 'Gone', details: '', hint: '' } };

/** An outbox to a server that answers when it is told to. */
function slowServer() {
  const asked: string[] = [];
  const answers: ((answer: unknown) => void)[] = [];
  const outbox = createOutbox<Item>(KEY, ({ text }) => {
    asked.push(text);
    return new Promise<never>((resolve) => answers.push(resolve as never));
  });
  const answer = (value: unknown = done): Promise<void> =>
    vi.waitFor(() => {
      const next = answers.shift();
      if (!next) throw new Error('Nothing was asked');
      next(value);
    });
  return { outbox, asked, answer };
}

afterEach(() => localStorage.removeItem(KEY));

test('two sendings at once send each item once, and what came meanwhile', async () => {
  const { outbox, asked, answer } = slowServer();
  outbox.keep(item('first'));
  const both = Promise.all([outbox.sendWaiting('me'), outbox.sendWaiting('me')]);
  outbox.keep(item('second'));
  await answer();
  await answer();
  await both;
  expect(asked).toEqual(['first', 'second']);
  expect(outbox.has('me')).toBe(false);
});

test('a refusal is not asked again, a failure is, and others wait for their own person', async () => {
  const { outbox, asked, answer } = slowServer();
  outbox.keep(item('refused'));
  outbox.keep(item('lost'));
  outbox.keep(item('of someone else', 'them'));
  const sending = outbox.sendWaiting('me');
  await answer(refused);
  await answer({ data: null, error: { code: '', message: 'Failed to fetch' } });
  await expect(sending).rejects.toThrow();
  expect(outbox.has('me')).toBe(true);
  const again = outbox.sendWaiting('me');
  await answer();
  await again;
  expect(asked).toEqual(['refused', 'lost', 'lost']);
  expect([outbox.has('me'), outbox.has('them')]).toEqual([false, true]);
});

test('said at once: told whether it arrived; a refusal is thrown and not kept', async () => {
  const { outbox, answer } = slowServer();
  const arrived = outbox.sendOrKeep(item('heard'));
  await answer();
  expect(await arrived).toBe(true);
  const unheard = outbox.sendOrKeep(item('unheard'));
  await answer({ data: null, error: { code: '', message: 'Failed to fetch' } });
  expect(await unheard).toBe(false);
  expect(outbox.has('me')).toBe(true);
  localStorage.removeItem(KEY);
  const no = outbox.sendOrKeep(item('refused'));
  await answer(refused);
  await expect(no).rejects.toThrow();
  expect(outbox.has('me')).toBe(false);
});

test('what comes too early is kept and holds up nothing', async () => {
  const { outbox, asked, answer } = slowServer();
  const early = { data: null, error: { code: '23503', hint: 'time_not_known_yet', message: '' } };
  outbox.keep(item('early'));
  outbox.keep(item('later'));
  const sending = outbox.sendWaiting('me');
  await answer(early);
  await answer();
  await expect(sending).rejects.toMatchObject({ code: 'time_not_known_yet' });
  expect(outbox.has('me')).toBe(true);
  const again = outbox.sendWaiting('me');
  await answer();
  await again;
  expect(asked).toEqual(['early', 'later', 'early']);
  expect(outbox.has('me')).toBe(false);
});
