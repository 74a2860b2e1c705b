import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ClosedSelect, Select } from '@/components/ui/select';
import { openPart } from '@/testing/open';

const OPTIONS = ['All', 'Active', 'Completed'].map((label) => ({ value: label, label }));

function Example() {
  const [value, setValue] = useState('All');
  return <Select aria-label="Status" value={value} onValueChange={setValue} options={OPTIONS} />;
}

const field = () => screen.getByRole('combobox', { name: 'Status' });

test('opens by keyboard, chooses and gets the focus back', async () => {
  const { user } = await openPart(<Example />, { namespaces: [], as: null });
  await user.tab();
  expect(field()).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByRole('option', { name: 'All' })).toBeVisible();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field()).toHaveTextContent('Active');
  expect(field()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findAllByRole('option')).toHaveLength(3);
});

test('a letter chooses without opening', async () => {
  const { user } = await openPart(<Example />, { namespaces: [], as: null });
  await user.tab();
  await user.keyboard('c');
  expect(field()).toHaveTextContent('Completed');
  expect(field()).toHaveAttribute('aria-expanded', 'false');
});

/** As long as the list is on its way, however long that takes. */
function Opening() {
  const [value, setValue] = useState('All');
  const [isOpening, setOpening] = useState(false);
  const props = { value, onValueChange: setValue, options: OPTIONS, 'aria-label': 'Status' };
  return <ClosedSelect {...props} isOpening={isOpening} onOpeningChange={setOpening} />;
}

test('keys pressed before the list is there are not lost', async () => {
  const { user } = await openPart(<Opening />, { namespaces: [], as: null });
  await user.tab();
  await user.keyboard('{Enter}');
  expect(field()).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(field()).toHaveTextContent('Active');
  await user.keyboard('{Enter}');
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  expect(field()).toHaveTextContent('Active');
});

test('a second tap on a slow line does not call the list off; going on does', async () => {
  const { user } = await openPart(<Opening />, { namespaces: [], as: null });
  await user.dblClick(field());
  expect(field()).toHaveAttribute('aria-expanded', 'true');
  await user.tab();
  expect(field()).toHaveAttribute('aria-expanded', 'false');
});

test('the field keeps the focus from the press to the list', async () => {
  const { user } = await openPart(<Example />, { namespaces: [], as: null });
  await user.tab();
  const pressed = field();
  fireEvent.click(pressed);
  expect(field()).toBe(pressed);
  expect(pressed).toHaveFocus();
  await screen.findByRole('option', { name: 'All' });
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field()).toHaveTextContent('Active');
});
