import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { NumberInput } from '@/components/form/number-input';
import { Field } from '@/components/ui/field';
import { openPart } from '@/testing/open';

const RATE = { digits: 2, min: 0, max: 9_999.99 };

function Rate() {
  const [value, setValue] = useState('');
  return (
    <Field label="Rate">
      <NumberInput limits={RATE} value={value} onChange={(event) => setValue(event.target.value)} />
    </Field>
  );
}

test.each([
  ['1,200', 'Stored as 1,200.00'],
  ['28,50', 'Stored as 28.50'],
  ['1.200', '1.200 can be 1.2 or 1200. Type the one you mean.'],
  ['1,5', '1,5 can be 1.5 or 1500. Type the one you mean.'],
  ['28.505', 'At most 2 decimals.'],
  ['28.50', ''],
  ['x', ''],
])('%s: %s', async (typed, note) => {
  await openPart(<Rate />, { namespaces: [], as: null });
  fireEvent.change(screen.getByLabelText('Rate'), { target: { value: typed } });
  expect(screen.queryByRole('status')?.textContent ?? '').toBe(note);
});
