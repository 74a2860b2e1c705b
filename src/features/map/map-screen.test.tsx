import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MapScreen } from '@/features/map/map-screen';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const PROJECT = '00000000-0000-7000-8000-000000000010';
const PERSON = '00000000-0000-7000-8000-000000000011';
const ANSWERS = {
  'GET projects': [{ id: PROJECT, name: 'Harbor Annex', status: 'active', archived_at: null }],
  'GET employees': [{ id: PERSON, first_name: 'Nadia', last_name: 'Petrov', active: true }],
  'GET geofences': [
    {
      id: '00000000-0000-7000-8000-000000000012',
      project_id: PROJECT,
      shape: 'circle',
      latitude: 42.65,
      longitude: -73.76,
      radius_m: 120,
      polygon: null,
    },
  ],
  'POST rpc/on_site_now': [
    {
      employee_id: PERSON,
      first_name: 'Nadia',
      last_name: 'Petrov',
      job_title: 'Painter',
      phone: '(518) 555-0111',
      project_id: PROJECT,
      project_name: 'Harbor Annex',
      time_entry_id: '00000000-0000-7000-8000-000000000013',
      since: '2026-03-09T11:00:00Z',
      status: 'in',
      inside: false,
      edge_m: 62,
      emergency_name: 'Luz',
      emergency_phone: '(518) 555-0199',
    },
  ],
};
const open = () => openPart(<MapScreen />, { namespaces: ['map'], answers: ANSWERS });

test('sites are drawn by managers and by a role that manages lists', async () => {
  const role = { id: 'r', name: 'Own', scope: 'own_projects', rights: ['manage_lists'] } as const;
  for (const company_role of [null, role]) {
    await openPart(<MapScreen />, {
      namespaces: ['map'],
      as: 'employee',
      viewer: { company_role },
      answers: ANSWERS,
    });
    await screen.findByText('Harbor Annex');
    expect(screen.queryAllByRole('button', { name: words('map:fence.edit') })).toHaveLength(
      company_role ? 1 : 0,
    );
    cleanup();
  }
});

test('the roll call says who is where, without a look at positions', async () => {
  const { backend } = await open();
  const list = within(await screen.findByRole('region', { name: words('map:rollCall.title') }));
  expect(list.getByText('Nadia Petrov')).toBeVisible();
  expect(list.getByText('203 ft outside')).toBeVisible();
  expect(list.getByRole('link', { name: /555-0111/ })).toBeVisible();
  expect(list.getByRole('link', { name: 'Emergency: Luz, (518) 555-0199' })).toBeVisible();
  // jsdom draws nothing, like a browser without WebGL: the lists are enough.
  expect(await screen.findByText(words('map:map.noWebgl'))).toBeVisible();
  expect(backend.sent('POST rpc/punch_locations_for')).toEqual([]);
});

test('visitors and subcontractors are in the roll call, counted apart', async () => {
  await openPart(<MapScreen />, {
    namespaces: ['map'],
    viewer: { site_sign_in: true },
    answers: {
      ...ANSWERS,
      'POST rpc/site_visits_now': [
        {
          id: 'v1',
          project_id: PROJECT,
          project_name: 'Harbor Annex',
          kind: 'subcontractor',
          name: 'Dana Fox',
          company_name: 'Fox Electric',
          trade: null,
          phone: null,
          headcount: 3,
          since: '2026-03-09T12:00:00Z',
        },
      ],
    },
  });
  const list = within(await screen.findByRole('region', { name: words('map:rollCall.title') }));
  expect(await list.findByText('Dana Fox and 2 more')).toBeVisible();
  expect(list.getByText('Subcontractor · Fox Electric')).toBeVisible();
  expect(list.getByText('1 clocked in · 3 signed in')).toBeVisible();
  expect(list.getByText(/1 person clocked in.* · 3 visitors and subcontractors/)).toBeVisible();
});

test('positions come with a purpose, once', async () => {
  const { user, backend } = await open();
  const show = await screen.findByRole('button', { name: words('map:look.show') });
  await user.click(show);
  expect(screen.getByLabelText(words('map:look.purpose'))).toBeInvalid();
  expect(backend.sent('POST rpc/punch_locations_for')).toEqual([]);
  backend.answer({
    'POST rpc/punch_locations_for': [
      {
        id: '00000000-0000-7000-8000-000000000014',
        employee_id: PERSON,
        project_id: PROJECT,
        moment: 'in',
        punched_at: '2026-03-09T11:00:00Z',
        latitude: 42.65,
        longitude: -73.76,
        accuracy_m: 18,
        fix_age_s: 4,
        inside: true,
        edge_m: -100,
      },
    ],
  });
  await user.type(screen.getByLabelText(words('map:look.purpose')), 'Fire drill');
  await user.click(show);
  expect(await screen.findByText('42.65000, -73.76000 · ±59 ft · position 4 s old')).toBeVisible();
  expect(backend.sent('POST rpc/punch_locations_for')).toMatchObject([
    { employee_id_param: null, purpose_param: 'Fire drill' },
  ]);
});

test('a site is typed corner by corner and sent as it is stored', async () => {
  const { user, backend } = await open();
  await user.click(await screen.findByRole('button', { name: words('map:fence.edit') }));
  await user.click(await screen.findByRole('button', { name: words('map:fence.add') }));
  expect(await screen.findByText(words('map:fence.incomplete'))).toBeVisible();
  const editor = within(screen.getByRole('region', { name: words('map:fence.title') }));
  await user.click(editor.getByRole('combobox', { name: words('common:project.label') }));
  await user.click(await screen.findByRole('option', { name: /Harbor Annex/ }));
  expect(await screen.findByText('42.65000, -73.76000, radius 394 ft')).toBeVisible();
  await user.type(screen.getByLabelText(words('map:fence.latitude')), '42.7');
  await user.type(screen.getByLabelText(words('map:fence.longitude')), '-73.7');
  backend.answer({ 'POST geofences': [{ id: PROJECT }] });
  await user.click(screen.getByRole('button', { name: words('map:fence.add') }));
  await waitFor(() =>
    expect(backend.sent('POST geofences')).toMatchObject([
      { project_id: PROJECT, shape: 'circle', latitude: 42.7, longitude: -73.7, radius_m: 91.44 },
    ]),
  );
});

test('a saved site is changed, not added again', async () => {
  const { user, backend } = await open();
  await user.click(await screen.findByRole('button', { name: words('map:fence.edit') }));
  const editor = within(await screen.findByRole('region', { name: words('map:fence.title') }));
  await user.click(editor.getByRole('combobox', { name: words('common:project.label') }));
  await user.click(await screen.findByRole('option', { name: /Harbor Annex/ }));
  await user.click(await screen.findByRole('button', { name: /^Edit site 42\.65000/ }));
  const radius = screen.getByLabelText(words('map:fence.radius'));
  expect(radius).toHaveValue('394');
  await user.clear(radius);
  await user.type(radius, '500');
  backend.answer({ 'POST rpc/save_changes': null });
  await user.click(screen.getByRole('button', { name: words('map:fence.change') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/save_changes')).toMatchObject([
      {
        table_param: 'geofences',
        changes_param: { latitude: 42.65, radius_m: 152.4 },
        based_on_param: { latitude: 42.65, radius_m: 120 },
      },
    ]),
  );
  expect(backend.sent('POST geofences')).toEqual([]);
});

test('a worker reads where the sites are, and a press shows one', async () => {
  const { user, backend } = await openPart(<MapScreen />, {
    namespaces: ['map'],
    as: 'employee',
    answers: {
      ...ANSWERS,
      'GET projects': [
        {
          ...{ id: PROJECT, name: 'Harbor Annex', status: 'active', archived_at: null },
          address: '4 Dock St, Albany',
        },
      ],
    },
  });
  const sites = within(await screen.findByRole('region', { name: words('map:sites.title') }));
  const site = await sites.findByRole('button', { name: /Harbor Annex.*4 Dock St, Albany/ });
  expect(site).toHaveAttribute('aria-pressed', 'false');
  await user.click(site);
  expect(site).toHaveAttribute('aria-pressed', 'true');
  expect(screen.queryByRole('region', { name: words('map:rollCall.title') })).toBeNull();
  expect(backend.sent('POST rpc/on_site_now')).toEqual([]);
});

const withConfig = (config: object) => ({
  ...ANSWERS,
  'GET /config.json': {
    supabaseUrl: 'http://backend.test',
    supabaseAnonKey: 'sb_publishable_test',
    ...config,
  },
});
const WITH_ADDRESSES = {
  ...withConfig({ addressSearch: true }),
  'GET projects': [{ ...ANSWERS['GET projects'][0], address: '4 Dock St, Albany' }],
};
const FOUND = {
  places: [{ label: '4, Dock Street, Albany', latitude: 42.6525793, longitude: -73.7562317 }],
  attribution: 'Data © OpenStreetMap contributors, ODbL 1.0.',
};

test('an address is found through the server and becomes the center', async () => {
  const { user, backend } = await openPart(<MapScreen />, {
    namespaces: ['map'],
    answers: WITH_ADDRESSES,
  });
  await user.click(await screen.findByRole('button', { name: words('map:fence.edit') }));
  const editor = within(await screen.findByRole('region', { name: words('map:fence.title') }));
  await user.click(editor.getByRole('combobox', { name: words('common:project.label') }));
  await user.click(await screen.findByRole('option', { name: /Harbor Annex/ }));
  // The project's own address is there already.
  const field = await editor.findByDisplayValue('4 Dock St, Albany');
  backend.answer({
    'POST /geocoder/v1/search': new Refusal(503, { code: 'geocoder_busy', message: 'busy' }),
  });
  await user.click(editor.getByRole('button', { name: words('map:address.search') }));
  expect(await editor.findByText(words('map:failure.geocoder_busy'))).toBeVisible();
  backend.answer({ 'POST /geocoder/v1/search': FOUND });
  await user.type(field, '{Enter}');
  await user.click(await editor.findByRole('button', { name: FOUND.places[0]?.label ?? '' }));
  expect(editor.getByLabelText(words('map:fence.latitude'))).toHaveValue('42.652579');
  expect(editor.getByLabelText(words('map:fence.longitude'))).toHaveValue('-73.756232');
  expect(backend.sent('POST /geocoder/v1/search')).toEqual([
    { query: '4 Dock St, Albany', language: 'en' },
    { query: '4 Dock St, Albany', language: 'en' },
  ]);
});

test('without a geocoder nobody is offered one, and coordinates can be pasted together', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: words('map:fence.edit') }));
  const latitude = await screen.findByLabelText(words('map:fence.latitude'));
  expect(screen.queryByLabelText(words('map:address.label'))).toBeNull();
  await user.click(latitude);
  await user.paste('39.7392, -104.9903');
  expect(latitude).toHaveValue('39.7392');
  expect(screen.getByLabelText(words('map:fence.longitude'))).toHaveValue('-104.9903');
});

test('who runs the installation learns how to get streets, until they know', async () => {
  const { user } = await openPart(<MapScreen />, {
    namespaces: ['map'],
    answers: { ...withConfig({ systemStatus: true }), 'POST rpc/may_see_system': true },
  });
  const link = await screen.findByRole('link', { name: words('map:missing.system') });
  expect(link).toHaveAttribute('href', '/settings?tab=system&card=system:group.map');
  await user.click(screen.getByRole('button', { name: words('map:missing.dismiss') }));
  expect(screen.queryByText(words('map:missing.owner'), { exact: false })).toBeNull();
});

test.each([
  ['manager', true],
  ['foreman', false],
  ['employee', false],
] as const)('a map without streets, as %s', async (role, isTold) => {
  await openPart(<MapScreen />, { namespaces: ['map'], as: role, answers: ANSWERS });
  await screen.findByText(words('map:map.noWebgl'));
  const link = screen.queryByRole('link', { name: words('map:missing.guide') });
  expect(link !== null).toBe(isTold);
});

test('with a base map there is nothing to say', async () => {
  await openPart(<MapScreen />, {
    namespaces: ['map'],
    answers: withConfig({ baseMap: { tiles: true } }),
  });
  await screen.findByText(words('map:map.noWebgl'));
  expect(screen.queryByText(words('map:missing.owner'), { exact: false })).toBeNull();
});
