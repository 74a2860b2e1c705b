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
  blocks_clock: false,
  proof: null,
  ...changes,
});

const open = (rows: object[], ofCrew = false) =>
  openPart(<MissingCertificatesCard ofCrew={ofCrew} />, {
    namespaces: ['required-certificates'],
    as: 'foreman',
    answers: {
      'POST rpc/missing_certificates': rows,
      'GET certifications': [],
      'GET certificate_proofs': [],
    },
  });

test('says who needs what, when and where, and what stops the clock', async () => {
  await open([
    row({ work_date: '2026-03-11', project_name: 'Tower', blocks_clock: true }),
    row({ type_id: 't2', type_name: 'Crane operator', state: 'expired', expires_on: '2026-03-01' }),
    row({ type_id: 't3', type_name: 'First aid', state: 'no_proof', expires_on: '2030-03-01' }),
  ]);
  expect(await screen.findByText('OSHA 10')).toBeVisible();
  expect(screen.getByText(words('required-certificates:missing'))).toBeVisible();
  expect(screen.getByText(words('required-certificates:blocks'))).toBeVisible();
  expect(screen.getByText(/Ana Ruiz.*Tower/)).toBeVisible();
  expect(screen.getByText('Crane operator')).toBeVisible();
  expect(screen.getByText(words('required-certificates:no_proof'))).toBeVisible();
  // Of others the foreman sees the state and can send nothing.
  expect(screen.queryByRole('button')).toBeNull();
});

test('a long list of a crew begins short', async () => {
  const rows = Array.from({ length: 9 }, (_, n) =>
    row({ type_id: `t${n}`, type_name: `Card ${n}` }),
  );
  const { user } = await open(rows, true);
  expect(await screen.findByText('Card 0')).toBeVisible();
  expect(screen.queryByText('Card 8')).toBeNull();
  await user.click(
    screen.getByRole('button', { name: words('required-certificates:all', { count: 9 }) }),
  );
  expect(screen.getByText('Card 8')).toBeVisible();
});

test('nothing is drawn when all is there', async () => {
  const { backend } = await open([]);
  await expect.poll(() => backend.sent('POST rpc/missing_certificates').length).toBe(1);
  expect(screen.queryByText(words('required-certificates:title'))).toBeNull();
});
