import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContractorDialog } from '@/features/public-work/contract/components/contractor-dialog';
import { openPart, words } from '@/testing/open';

test('numbers of the company are refused in their field, and sent as typed once they fit', async () => {
  const { user, backend } = await openPart(
    <ContractorDialog contractor={null} onClose={() => undefined} />,
    { namespaces: ['public-contract'], answers: { 'POST contractor_details': null } },
  );
  const dialog = within(await screen.findByRole('dialog'));
  const field = (key: 'fein' | 'zip') =>
    dialog.getByLabelText(
      new RegExp(words(`public-contract:contractor.${key}`).replace(/\W/g, '.')),
    );
  const save = () => user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  await user.type(field('fein'), '123');
  await user.type(field('zip'), '1970');
  await save();
  expect(dialog.getByText(words('public-contract:wrong.fein'))).toBeVisible();
  expect(dialog.getByText(words('public-contract:wrong.zip'))).toBeVisible();
  expect(backend.sent('POST contractor_details')).toEqual([]);
  await user.clear(field('fein'));
  await user.type(field('fein'), '12-3456789');
  await user.clear(field('zip'));
  await user.type(field('zip'), '01970');
  await save();
  await expect
    .poll(() => backend.sent('POST contractor_details'))
    .toMatchObject([{ fein: '12-3456789', zip: '01970', license_type: null, pwcr: null }]);
});
