import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PublicWorkScreen } from '@/features/public-work/public-work-screen';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const project = (id: string, name: string) => ({ id, name, status: 'active', archived_at: null });
const answers = {
  'GET contractor_details': [],
  'GET projects': [project('p1', 'Pier 9'), project('p2', 'City Hall'), project('p3', 'Private')],
  'GET public_contracts': [
    {
      id: 'c1',
      company_id: COMPANY_ID,
      project_id: 'p1',
      regime: 'ca',
      contractor_role: 'sub',
      contract_number: 'X-7',
      agency: null,
    },
  ],
  'POST rpc/public_work_checklist': [
    { project_id: 'p1', code: 'determination_missing', severity: 'error' },
    { project_id: 'p1', code: 'portal_id_missing', severity: 'warning', subject: 'dir_project_id' },
    {
      project_id: 'p1',
      code: 'people_without_class',
      severity: 'warning',
      names: ['Ana Diaz', 'Bo Lee'],
      quantity: 5,
    },
    { project_id: 'p2', code: 'contract_missing', severity: 'error' },
  ],
};
const namespaces = ['public-work'] as const;

test('says what each public project lacks, and leads to where it is fixed', async () => {
  await openPart(<PublicWorkScreen />, { answers, namespaces });
  const link = await screen.findByRole('link', { name: 'Pier 9' });
  const card = within(link.closest('section') as HTMLElement);
  expect(card.getByText('California · Subcontractor · X-7')).toBeVisible();
  expect(card.getByText('No DIR project ID')).toBeVisible();
  expect(
    card.getByText('5 people without a usual class: Ana Diaz, Bo Lee, and 3 more', {
      exact: false,
    }),
  ).toBeVisible();
  expect(card.getByRole('link', { name: 'Fix: No wage determination' })).toHaveAttribute(
    'href',
    '/projects?project=p1&tab=public-work#determinations',
  );
  expect(screen.getByRole('link', { name: 'City Hall' })).toBeVisible();
  expect(screen.queryByText('Private')).toBeNull();
});

test('is for managers and owners', async () => {
  await openPart(<PublicWorkScreen />, { answers, namespaces, as: 'foreman' });
  expect(screen.getByText(words('public-work:managersOnly'))).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
});
