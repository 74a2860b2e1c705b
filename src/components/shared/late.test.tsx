import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FunctionComponent, Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { late } from '@/components/shared/late';
import { lateDialog } from '@/components/shared/late-dialog';
import { openPart } from '@/testing/open';

const MISSING = 'This part could not be loaded';

interface PartProps {
  onClose?: () => void;
}

/** Code that arrives, fails or hangs as the test says. */
function loading() {
  let outcome = Promise.withResolvers<{ default: FunctionComponent<PartProps> }>();
  const load = vi.fn(() => outcome.promise);
  return {
    load,
    arrive: (Part: FunctionComponent<PartProps>) => outcome.resolve({ default: Part }),
    fail: () => {
      outcome.reject(new TypeError('Failed to fetch dynamically imported module'));
      outcome = Promise.withResolvers();
    },
  };
}

const Here = () => <p>Here it is</p>;

/** A form beside the part, as on a screen. */
function Screen({ Part }: { Part: FunctionComponent<PartProps> }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <input aria-label="Notes" />
      {isOpen && (
        <Suspense>
          <Part onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const show = (Part: FunctionComponent<PartProps>) =>
  openPart(<Screen Part={Part} />, { namespaces: [], as: null });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.useRealTimers());

test('says in its own place that it could not be loaded, and comes when there is a connection', async () => {
  const code = loading();
  await show(late(code.load));
  await userEvent.type(screen.getByLabelText('Notes'), 'north wall');
  await act(async () => code.fail());
  expect(await screen.findByText(MISSING)).toBeVisible();
  expect(screen.getByLabelText('Notes')).toHaveValue('north wall');
  await act(async () => {
    window.dispatchEvent(new Event('online'));
    code.arrive(Here);
  });
  expect(await screen.findByText('Here it is')).toBeVisible();
  expect(screen.queryByText(MISSING)).toBeNull();
  expect(screen.getByLabelText('Notes')).toHaveValue('north wall');
});

test('says so too when nothing answers at all, and is there when it arrives after all', async () => {
  const code = loading();
  await show(late(code.load));
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(await screen.findByText(MISSING)).toBeVisible();
  await act(async () => code.arrive(Here));
  expect(await screen.findByText('Here it is')).toBeVisible();
});

test('a dialog that could not be loaded is one that can be closed', async () => {
  const code = loading();
  await show(lateDialog(code.load));
  await act(async () => code.fail());
  expect(await screen.findByRole('dialog', { name: MISSING })).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
  const asked = code.load.mock.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  // Nobody wants it any more.
  expect(code.load).toHaveBeenCalledTimes(asked);
});

test('a part that crashes takes nothing else from the screen', async () => {
  const code = loading();
  await show(late(code.load));
  await userEvent.type(screen.getByLabelText('Notes'), 'north wall');
  await act(async () =>
    code.arrive(() => {
      throw new Error('a bug');
    }),
  );
  expect(await screen.findByText('This part stopped working')).toBeVisible();
  expect(screen.getByLabelText('Notes')).toHaveValue('north wall');
});

test('what was fetched ahead of need in vain is asked for again when it is needed', async () => {
  const code = loading();
  const Part = late(code.load);
  Part.prefetch();
  await act(async () => code.fail());
  code.arrive(Here);
  await show(Part);
  expect(await screen.findByText('Here it is')).toBeVisible();
});
