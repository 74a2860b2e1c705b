import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MissingCertificatesCard } from '@/entities/certificate/missing-certificates-card';
import { openPart, words } from '@/testing/open';

const row = (changes: object) => ({
  employee_id: 'e9',
  employee_name: 'Ana Ruiz',
  type_id: 't1',
  type_name: 'OSHA 10',
  state: 'missing',
  expires_on: null,
  work_date: null,
  project_name: null,
  ...changes,
});

const open = (rows: object[]) =>
  openPart(<MissingCertificatesCard />, {
    namespaces: ['required-certificates'],
    as: 'foreman',
    answers: { 'POST rpc/missing_certificates': rows },
  });

test('says who needs what, when and where', async () => {
  await open([
    row({ work_date: '2026-03-11', project_name: 'Tower' }),
    row({ type_id: 't2', type_name: 'Crane operator', state: 'expired', expires_on: '2026-03-01' }),
  ]);
  expect(await screen.findByText('OSHA 10')).toBeVisible();
  expect(screen.getByText(words('required-certificates:missing'))).toBeVisible();
  expect(screen.getByText(/Ana Ruiz.*Tower/)).toBeVisible();
  expect(screen.getByText('Crane operator')).toBeVisible();
});

test('nothing is drawn when all is there', async () => {
  const { backend } = await open([]);
  await expect.poll(() => backend.sent('POST rpc/missing_certificates').length).toBe(1);
  expect(screen.queryByText(words('required-certificates:title'))).toBeNull();
});
