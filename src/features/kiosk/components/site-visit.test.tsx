import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeQueue } from '@/entities/offline/event-queue';
import { SiteVisit } from '@/features/kiosk/components/site-visit';
import { foundVisits } from '@/features/kiosk/found-visits';
import { KioskScreen } from '@/features/kiosk/kiosk-screen';
import type { Answers } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';

beforeEach(giveDeviceMemory);
afterEach(closeQueue);

const VISITS = [
  { id: 'v1', name: 'José Álvarez', company_name: 'Fox Electric', since: '2026-03-10T12:00:00Z' },
  { id: 'v2', name: 'Ann Lee', company_name: null, since: '2026-03-10T12:30:00Z' },
];
const SITE = { rules: '', rules_es: '', companies: ['Fox Electric'], visits: VISITS };
const text = (key: string) => words(`site-visit:kiosk.${key}`);

async function open(answers: Answers = {}) {
  localStorage.setItem('chalkline.kiosk', JSON.stringify(session()));
  const opened = await openPart(<SiteVisit onClose={() => undefined} />, {
    as: null,
    namespaces: ['site-visit', 'kiosk'],
    answers: {
      'POST rpc/kiosk_site': SITE,
      'POST rpc/kiosk_sign_in': null,
      'POST rpc/kiosk_sign_out': null,
      ...answers,
    },
  });
  const press = async (name: string | RegExp) =>
    opened.user.click(await screen.findByRole('button', { name }));
  return { ...opened, press };
}

test('somebody of a subcontractor signs in with the crew that came along', async () => {
  const { user, press, backend } = await open();
  await press(text('arriving'));
  await user.click(await screen.findByRole('radio', { name: 'Subcontractor' }));
  await user.type(screen.getByLabelText(words('site-visit:name')), 'Dana Fox');
  await user.type(screen.getByLabelText(words('site-visit:companySub')), 'Fox Electric');
  await user.clear(screen.getByLabelText(words('site-visit:headcount')));
  await user.type(screen.getByLabelText(words('site-visit:headcount')), '4');
  await press(words('site-visit:signIn'));
  expect(
    await screen.findByText(words('site-visit:kiosk.doneIn', { name: 'Dana Fox' })),
  ).toBeVisible();
  expect(backend.sent('POST rpc/kiosk_sign_in')).toMatchObject([
    {
      visit_param: {
        kind: 'subcontractor',
        name: 'Dana Fox',
        company_name: 'Fox Electric',
        headcount: 4,
      },
    },
  ]);
});

test('who leaves is found by first letters; nobody is listed before', async () => {
  const { user, press, backend } = await open();
  await press(text('leaving'));
  const search = await screen.findByLabelText(text('findLabel'));
  expect(screen.queryByText('José Álvarez')).toBeNull();
  await user.type(search, 'a');
  expect(screen.queryByText('José Álvarez')).toBeNull();
  await user.type(search, 'lv');
  await press(/José Álvarez/);
  expect(
    await screen.findByText(words('site-visit:kiosk.doneOut', { name: 'José Álvarez' })),
  ).toBeVisible();
  expect(backend.sent('POST rpc/kiosk_sign_out')).toMatchObject([{ id_param: 'v1' }]);
});

test('without a signal it is stored on the tablet and said to be', async () => {
  const { user, press } = await open({
    'POST rpc/kiosk_sign_out': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await press(text('leaving'));
  await user.type(await screen.findByLabelText(text('findLabel')), 'ann');
  await press(/Ann Lee/);
  expect(await screen.findByText(text('saved'))).toBeVisible();
  expect(JSON.stringify([...kept.values()])).toContain('kiosk_sign_out');
});

test('names are found from each beginning, without accents, five at most', () => {
  expect(foundVisits(VISITS, 'jo')?.map(({ id }) => id)).toEqual(['v1']);
  expect(foundVisits(VISITS, 'LEE')?.map(({ id }) => id)).toEqual(['v2']);
  expect(foundVisits(VISITS, ' j ')).toBeNull();
  expect(foundVisits(VISITS, 'zz')).toEqual([]);
  const many = Array.from({ length: 9 }, (_, index) => ({
    id: String(index),
    name: 'Ann',
    company_name: null,
    since: '',
  }));
  expect(foundVisits(many, 'an')).toHaveLength(5);
});

test.each([true, false])('a tablet offers it only where it is switched on: %s', async (isOn) => {
  localStorage.setItem('chalkline.kiosk', JSON.stringify(session()));
  await openPart(<KioskScreen />, {
    as: null,
    namespaces: ['kiosk'],
    answers: {
      'POST rpc/my_kiosk': {
        id: 'tablet',
        name: 'Trailer',
        project_id: 'harbor',
        project_name: 'Harborview',
        company_name: 'Reyes Concrete',
        time_zone: 'America/New_York',
        site_sign_in: isOn,
      },
      'POST rpc/kiosk_people': [],
      'POST rpc/kiosk_kit': { seal: null, projects: [], cost_codes: [], limited_projects: [] },
    },
  });
  expect(await screen.findByText(words('kiosk:nobody'))).toBeVisible();
  if (isOn) expect(await screen.findByRole('button', { name: text('button') })).toBeVisible();
  else await waitFor(() => expect(screen.queryByText(/subcontractor/)).toBeNull());
});
