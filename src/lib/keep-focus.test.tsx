import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from '@/lib/keep-focus';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

function Rows({ names }: { names: readonly string[] }) {
  const [left, setLeft] = useState(names);
  return (
    <main tabIndex={-1}>
      <h1 tabIndex={-1}>To approve</h1>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setLeft(left.filter((each) => each !== name))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

const button = (name: string) => screen.getByRole('button', { name });

test('when what was pressed is gone, the next has the focus, then the one before, then the heading', async () => {
  const user = userEvent.setup();
  render(<Rows names={['Ann', 'Bo', 'Cy']} />);
  act(() => button('Bo').focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Cy')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button('Ann')).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
});

test('a button that was switched off while it sent has the focus again', async () => {
  render(
    <main>
      <button type="button">Publish</button>
    </main>,
  );
  const publish = button('Publish') as HTMLButtonElement;
  act(() => publish.focus());
  await userEvent.setup().keyboard('{Shift}');
  // As a browser does it, which jsdom does not: what is switched off loses the focus.
  await act(async () => {
    publish.blur();
    publish.disabled = true;
  });
  expect(document.body).toHaveFocus();
  publish.disabled = false;
  await waitFor(() => expect(publish).toHaveFocus());
});

test('a button that has done its work and stays off passes the focus on', async () => {
  render(
    <main>
      <div>
        <button type="button">Publish</button>
        <button type="button">Next week</button>
      </div>
    </main>,
  );
  const publish = button('Publish') as HTMLButtonElement;
  act(() => publish.focus());
  await userEvent.setup().keyboard('{Shift}');
  await act(async () => {
    publish.blur();
    publish.disabled = true;
  });
  await waitFor(() => expect(button('Next week')).toHaveFocus());
});
