import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BurdenForm } from '@/features/budgets/components/burden-form';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

test('a trade needs a name and a percentage, and a refusal keeps what was typed', async () => {
  const { user, backend } = await openPart(<BurdenForm companyId="company" />, {
    namespaces: ['budgets'],
    answers: { 'POST burden_rates': new Refusal(409, { hint: 'unexpected' }) },
  });
  await user.click(await screen.findByRole('combobox', { name: words('budgets:burden.scope') }));
  await user.click(await screen.findByRole('option', { name: words('budgets:burden.trade') }));
  const add = screen.getByRole('button', { name: words('budgets:burden.add') });
  await user.click(add);
  await screen.findByText(words('budgets:burden.scopeMissing'));
  await screen.findByText(words('budgets:burden.invalid'));
  expect(backend.sent('POST burden_rates')).toEqual([]);
  await user.type(screen.getByLabelText(words('budgets:burden.trade')), 'Carpenter');
  await user.type(screen.getByLabelText(words('budgets:burden.percent')), '38.5%');
  await user.click(add);
  await waitFor(() =>
    expect(backend.sent('POST burden_rates')).toMatchObject([
      { trade: 'Carpenter', percent: 38.5, employee_id: null },
    ]),
  );
  expect(screen.getByLabelText(words('budgets:burden.percent'))).toHaveValue('38.5%');
});
