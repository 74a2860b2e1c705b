import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Paper, usePaper } from '@/components/shared/paper';
import type { PaperSheet } from '@/lib/files/paper-sheet';

const sheet: PaperSheet = {
  heading: 'Reyes Concrete',
  title: 'Hours',
  notes: ['Nov 9 – 15, 2026'],
  columns: [
    { header: 'Person', weight: 2 },
    { header: 'Hours', weight: 1, align: 'right' },
  ],
  rows: [['Crew A'], ['Amir Khan', '8:00']],
  boldRows: new Set([0]),
  totals: ['Total', '8:00'],
  remarks: ['One person is on the clock.'],
  signatures: ['Approved by'],
  footer: 'Reyes Concrete',
};
const paper = () => document.querySelector<HTMLElement>('[data-print="sheet"]');
const begin = () => window.dispatchEvent(new Event('beforeprint'));

test('is there while it is printed: every row, the sum once, remarks and lines to sign on', () => {
  render(<Paper sheet={() => sheet} />);
  expect(paper()).toBeNull();
  begin();
  const table = within(paper() as HTMLElement).getByRole('table', { hidden: true });
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.cells].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([['Person', 'Hours'], ['Crew A'], ['Amir Khan', '8:00'], ['Total', '8:00']]);
  expect(table.querySelector('tfoot')).toBeNull();
  for (const text of ['Reyes Concrete', 'Nov 9 – 15, 2026', 'One person is on the clock.'])
    expect(paper()).toHaveTextContent(text);
  expect(paper()).toHaveTextContent('Approved by');
  fireEvent(window, new Event('afterprint'));
  expect(paper()).toBeNull();
});

test('a screen with nothing for paper, and a dialog with its own sheet, are printed as they are', () => {
  const { unmount } = render(<Paper sheet={() => null} />);
  begin();
  expect(paper()).toBeNull();
  unmount();
  render(<Paper sheet={() => sheet} />);
  const labels = document.createElement('section');
  labels.dataset.print = 'sheet';
  document.body.append(labels);
  begin();
  expect(document.querySelectorAll('[data-print="sheet"]')).toHaveLength(1);
  labels.remove();
});

test('Ctrl+P and the button wait for what the screen has not fetched yet', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(begin);
  let rows: string[][] = [];
  function Screen() {
    const { paper: printed, print: start } = usePaper({
      sheet: () => ({ ...sheet, rows }),
      prepare: async () => {
        rows = [['Fetched', '1:00']];
      },
    });
    return (
      <button type="button" onClick={start}>
        Print{printed}
      </button>
    );
  }
  render(<Screen />);
  const wasLeftToTheBrowser = fireEvent.keyDown(window, { key: 'p', ctrlKey: true });
  expect(wasLeftToTheBrowser).toBe(false);
  await waitFor(() => expect(paper()).toHaveTextContent('Fetched'));
  fireEvent(window, new Event('afterprint'));
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(paper()).toHaveTextContent('Fetched'));
  expect(print).toHaveBeenCalledTimes(2);
});
