import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CompanyForm } from '@/features/onboarding/components/company-form';
import { emptyDraft, saveDraft } from '@/features/onboarding/draft';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';

test('a company in Denver is founded with the overtime rule of Colorado when it is chosen', async () => {
  saveDraft(session().user.id, {
    ...emptyDraft(),
    name: 'Cole Concrete',
    timeZone: 'America/Denver',
  });
  const { user, backend } = await openPart(<CompanyForm />, {
    namespaces: ['onboarding'],
    viewer: { employee: null, company: null },
    answers: {
      'POST rpc/create_company': { id: 'founder', company_id: 'company' },
      'POST rpc/set_overtime_policy': {},
    },
  });
  await user.click(screen.getByLabelText(words('onboarding:company.overtime')));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    words('common:overtimePreset.FLSA'),
    words('common:overtimePreset.CO'),
  ]);
  await user.click(screen.getByRole('option', { name: words('common:overtimePreset.CO') }));
  await user.click(screen.getByRole('button', { name: words('common:action.next') }));
  await user.click(screen.getByRole('button', { name: words('onboarding:company.create') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/set_overtime_policy')).toMatchObject([{ preset_param: 'CO' }]),
  );
});
