import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CertificateList } from '@/features/employees/components/certificate-list';
import { openPart, words } from '@/testing/open';

beforeEach(() => {
  URL.createObjectURL = () => 'blob:card';
  URL.revokeObjectURL = () => undefined;
});

const HELD = {
  id: 'k1',
  type_id: 't1',
  number: 'A1',
  issued_on: '2024-05-02',
  expires_on: '2030-05-01',
  type: { name: 'OSHA 10', warn_days: 30 },
};
const proof = (changes: object) => ({
  id: 'p1',
  type_id: 't1',
  certification_id: 'k1',
  path: 'c/e/p1.jpg',
  media_type: 'image/jpeg',
  taken_at: '2026-03-01T12:00:00Z',
  review: null,
  review_note: null,
  type: { name: 'OSHA 10' },
  ...changes,
});

const open = (proofs: object[], held: object[] = [HELD]) =>
  openPart(<CertificateList companyId="c" employeeId="e" name="Ana Ruiz" />, {
    namespaces: ['employees', 'required-certificates'],
    as: 'manager',
    answers: {
      'GET certifications': held,
      'GET certificate_proofs': proofs,
      'POST rpc/review_certificate_proof': {},
      'GET storage/render/image/authenticated/certificate-proofs/c/e/p1.jpg': 'the picture',
      'DELETE certificate_proofs': [{ id: 'p1' }],
    },
  });
const press = (name: string) => screen.findByRole('button', { name });

test('a photo that cannot be read is sent back with a note', async () => {
  const { user, backend } = await open([proof({})]);
  await user.click(await press(words('required-certificates:proof.look')));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('img')).toHaveAttribute('src', 'blob:card');
  // A certificate is there already: only the photo is judged.
  expect(within(dialog).queryByLabelText(words('required-certificates:review.number'))).toBeNull();
  await user.type(
    within(dialog).getByLabelText(new RegExp(words('required-certificates:review.note'))),
    'Too dark',
  );
  await user.click(await press(words('required-certificates:review.unreadable')));
  await waitFor(() =>
    expect(backend.sent('POST rpc/review_certificate_proof')).toEqual([
      { id_param: 'p1', readable_param: false, note_param: 'Too dark' },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a photo of a missing certificate becomes one with what the office reads', async () => {
  const { user, backend } = await open([proof({ certification_id: null })], []);
  expect(
    await screen.findByText(words('required-certificates:proof.waits', { certificate: 'OSHA 10' })),
  ).toBeVisible();
  await user.click(await press(words('required-certificates:proof.look')));
  const dialog = await screen.findByRole('dialog');
  await user.type(
    within(dialog).getByLabelText(new RegExp(words('required-certificates:review.number'))),
    ' 77-1 ',
  );
  const ends = within(dialog).getByLabelText(
    new RegExp(words('required-certificates:review.ends')),
  );
  await user.type(ends, 'never ever');
  await user.click(await press(words('required-certificates:review.save')));
  expect(await screen.findByText(words('required-certificates:review.date'))).toBeVisible();
  expect(backend.sent('POST rpc/review_certificate_proof')).toEqual([]);
  await user.clear(ends);
  await user.type(ends, '05/01/2029');
  await user.click(await press(words('required-certificates:review.save')));
  await waitFor(() =>
    expect(backend.sent('POST rpc/review_certificate_proof')).toEqual([
      {
        id_param: 'p1',
        readable_param: true,
        number_param: '77-1',
        expires_on_param: '2029-05-01',
      },
    ]),
  );
});

test('the newest photo counts, and one that was sent back can be added by the office', async () => {
  await open([proof({ id: 'p2', review: 'unreadable' }), proof({ review: 'readable' })]);
  expect(
    (await screen.findAllByText(words('required-certificates:proof.unreadable')))[0],
  ).toBeVisible();
  expect(screen.queryByText(words('required-certificates:proof.readable'))).toBeNull();
  expect(
    screen.getAllByRole('button', {
      name: `${words('required-certificates:proof.file')}: OSHA 10`,
    })[0],
  ).toBeVisible();
});
