import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import KioskPhotosDialog from '@/features/verification/components/kiosk-photos-dialog';
import { type AskedRequest, Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const people = [
  { id: 'rosa', first_name: 'Rosa', last_name: 'Delgado' },
  { id: 'luis', first_name: 'Luis', last_name: 'Ortega' },
].map((person) => ({ ...person, user_id: null, role: 'employee', active: true }));
const photos = people.map(({ id }) => ({
  id: `of-${id}`,
  employee_id: id,
  moment: 'clock_in',
  path: `company/${id}/of-${id}.jpg`,
  taken_at: '2026-03-10T11:00:00Z',
  review: null,
  reviewed_at: null,
}));

const cardOf = (name: string): HTMLElement | undefined =>
  screen.queryAllByRole('listitem').find((card) => card.textContent?.includes(name));

async function openGrid(review: unknown = 1, lost: unknown[] = []) {
  const onClose = vi.fn();
  // jsdom shows no pictures: what is asked for is enough.
  const noPicture = new Refusal(404, { message: 'not found' });
  const opened = await openPart(<KioskPhotosDialog onClose={onClose} />, {
    namespaces: ['verification'],
    answers: {
      'GET kiosk_photos': ({ query }: AskedRequest) =>
        query.get('uploaded_at') === 'is.null' ? lost : photos,
      'GET employees': people,
      'POST rpc/review_kiosk_photos': review,
      ...Object.fromEntries(
        photos.map(({ path }) => [
          `GET storage/render/image/authenticated/kiosk-photos/${path}`,
          noPicture,
        ]),
      ),
    },
  });
  await waitFor(() => expect(cardOf('Rosa Delgado')).toBeDefined());
  const press = (name: string, key: 'them' | 'not_them') =>
    opened.user.click(
      within(cardOf(name) as HTMLElement).getByRole('button', {
        name: new RegExp(`^${words(`verification:photos.${key}`)}`),
      }),
    );
  return { ...opened, press };
}

test('one tap each, and the next one has the focus', async () => {
  const { backend, press } = await openGrid();
  await press('Rosa Delgado', 'them');
  expect(cardOf('Rosa Delgado')).toBeUndefined();
  expect(document.activeElement?.closest('li')).toHaveTextContent('Luis Ortega');
  await press('Luis Ortega', 'not_them');
  await waitFor(() =>
    expect(backend.sent('POST rpc/review_kiosk_photos')).toEqual([
      { ids_param: ['of-rosa'], them_param: true },
      { ids_param: ['of-luis'], them_param: false },
    ]),
  );
  expect(await screen.findByText(words('verification:photos.empty.new'))).toBeVisible();
});

test('all at once', async () => {
  const { backend, user } = await openGrid(2);
  await user.click(
    screen.getByRole('button', { name: words('verification:photos.allThem', { count: 2 }) }),
  );
  await waitFor(() =>
    expect(backend.sent('POST rpc/review_kiosk_photos')).toEqual([
      { ids_param: ['of-rosa', 'of-luis'], them_param: true },
    ]),
  );
});

test('an answer that did not arrive brings the photo back', async () => {
  const { press } = await openGrid(new Refusal(500, { message: 'no' }));
  await press('Rosa Delgado', 'them');
  expect(await screen.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(cardOf('Rosa Delgado')).toBeDefined());
});

test('what was said stays findable and can be changed', async () => {
  const { backend, user, press } = await openGrid();
  backend.answer({ 'GET kiosk_photos': [{ ...photos[0], review: 'them' }] });
  await user.click(screen.getByRole('tab', { name: words('verification:photos.list.reviewed') }));
  await waitFor(() => {
    expect(cardOf('Luis Ortega')).toBeUndefined();
    expect(cardOf('Rosa Delgado')).toBeDefined();
  });
  await press('Rosa Delgado', 'not_them');
  await waitFor(() =>
    expect(backend.sent('POST rpc/review_kiosk_photos')).toEqual([
      { ids_param: ['of-rosa'], them_param: false },
    ]),
  );
});

test('a photo whose file never came is told with its person, not left out', async () => {
  await openGrid(1, [{ id: 'lost', employee_id: 'luis', taken_at: '2026-03-09T11:00:00Z' }]);
  const notice = await screen.findByRole('status');
  expect(notice).toHaveTextContent(words('verification:photos.lostText'));
  expect(within(notice).getByRole('listitem')).toHaveTextContent('Luis Ortega, ');
});
