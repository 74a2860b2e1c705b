import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KioskScreen } from '@/features/kiosk/kiosk-screen';
import type { Answers } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';

const rosa = {
  employee_id: 'rosa',
  first_name: 'Rosa',
  last_name: 'Delgado',
  employee_number: '12',
  language: 'en',
  status: 'out',
  has_pin: true,
  usually_here: true,
};
const person = {
  result: 'ok',
  first_name: 'Rosa',
  language: 'en',
  running: null,
  recent: [],
  projects: [{ id: 'harbor', name: 'Harborview' }],
  cost_codes: [],
  limited_projects: [],
  cost_code_required: false,
  photo: 'off',
};

async function openKiosk(answers: Answers = {}) {
  localStorage.setItem('chalkline.kiosk', JSON.stringify(session()));
  const opened = await openPart(<KioskScreen />, {
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
      },
      'POST rpc/kiosk_people': [rosa],
      'POST rpc/kiosk_person': person,
      'POST rpc/kiosk_punch': [
        {
          result: 'done',
          entry_id: 'entry',
          happened_at: '2026-03-10T11:00:00Z',
          tries_left: null,
        },
      ],
      ...answers,
    },
  });
  const press = async (name: string | RegExp) =>
    opened.user.click(await screen.findByRole('button', { name }));
  const signIn = async () => {
    await press(/Rosa Delgado/);
    await opened.user.type(screen.getByLabelText(words('kiosk:pin.label')), '4711');
    await press(words('kiosk:pin.ok'));
  };
  return { ...opened, press, signIn };
}

test('who has not been asked about photos is asked after the punch; no is kept', async () => {
  const { backend, press, signIn } = await openKiosk({
    'POST rpc/kiosk_person': { ...person, photo: 'ask' },
    'POST rpc/answer_kiosk_photos': 'ok',
  });
  await signIn();
  await press('Harborview');
  expect(await screen.findByText(words('kiosk:done.clock_in', { name: 'Rosa' }))).toBeVisible();
  await press(words('kiosk:photo.no'));
  expect(await screen.findByRole('button', { name: /Rosa Delgado/ })).toBeVisible();
  expect(backend.sent('POST rpc/answer_kiosk_photos')).toEqual([
    { employee_id_param: 'rosa', pin_param: '4711', agreed_param: false, language_param: 'en' },
  ]);
});

test('a camera that does not work keeps nobody from the clock', async () => {
  const { backend, press, signIn } = await openKiosk({
    'POST rpc/kiosk_person': { ...person, photo: 'yes' },
  });
  await signIn();
  expect(await screen.findByText(words('kiosk:photo.noCamera'))).toBeVisible();
  await press('Harborview');
  expect(await screen.findByText(words('kiosk:done.clock_in', { name: 'Rosa' }))).toBeVisible();
  expect(backend.sent('POST rpc/kiosk_punch')).toMatchObject([{ kind_param: 'clock_in' }]);
});

test('who agreed can stop the photos at the tablet', async () => {
  const { press, signIn } = await openKiosk({
    'POST rpc/kiosk_person': { ...person, photo: 'yes' },
    'POST rpc/answer_kiosk_photos': 'ok',
  });
  await signIn();
  await press(words('kiosk:photo.stop'));
  expect(await screen.findByText(words('kiosk:photo.off'))).toBeVisible();
});
