import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Hub } from '@/features/projects/api/hub-query';
import { type HubParts, ProjectHub } from '@/features/projects/project-hub';
import { recentItems } from '@/lib/recent-items';
import type { AskedRequest } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID, session } from '@/testing/people';

const ID = '00000000-0000-7000-8000-000000000010';
const PARTS: HubParts = {
  extraWork: () => 'Extra work',
  budgetSummary: () => 'The budget',
  latestPhotos: () => 'The photos',
  time: () => 'The entries',
  budget: () => 'The whole budget',
  schedule: () => 'The board',
  photos: () => 'All photos',
  reports: () => 'All reports',
  documents: () => 'All documents',
  map: () => 'The map',
  links: () => 'links for outsiders',
  publicWork: ({ project }) => `The contract of ${project.name}`,
  packets: () => null,
};
const person = (name: string, status: string, more: object = {}) => ({
  employee_id: name,
  first_name: name,
  last_name: '',
  job_title: null,
  status,
  since: null,
  seconds: 0,
  planned: true,
  planned_start: '2026-11-12T11:30:00Z',
  code: null,
  code_name: null,
  elsewhere: null,
  ...more,
});
const HUB = {
  today: '2026-11-12',
  this_week: '2026-11-08',
  leads: true,
  people: [person('Luis', 'in', { seconds: 8280 }), person('Wes', 'absent')],
  machines: ['Excavator E-4'],
  seconds: 36_000,
  weeks: [{ week: '2026-11-08', seconds: 36_000 }],
  shifts: [],
  reports: [],
  documents: [],
  needs: [
    { kind: 'verification', id: 'v1', what: 'injury', name: 'Wes Poe', at: '2026-11-12' },
    { kind: 'report_missing', day: '2026-11-11' },
    { kind: 'report_missing', day: '2026-11-10' },
  ],
} as unknown as Hub;
const answers = {
  'GET projects': [
    { id: ID, company_id: COMPANY_ID, name: 'Pier 9', client: 'Northbank', status: 'active' },
  ],
  'POST rpc/project_overview': [],
  'POST rpc/project_hub': HUB,
  'POST rpc/project_details': { seconds: 0, by_cost_code: [], by_person: [], recent: [] },
  'GET geofences': [],
};
const open = (options: object = {}, at = `/projects?project=${ID}`) =>
  openPart(<ProjectHub projectId={ID} parts={PARTS} />, {
    namespaces: ['projects', 'verification'],
    answers,
    at,
    ...options,
  });

test('says who is here, who is missing, and what needs someone, one line for each place', async () => {
  await open();
  const people = within(
    (await screen.findByText(words('projects:hub.people'))).closest('section') as HTMLElement,
  );
  expect(people.getByText('2 h 18 min')).toBeVisible();
  expect(people.getByText('Luis')).toBeVisible();
  expect(
    people.getByText(words('projects:hub.ofPlanned', { here: '1', planned: '2' })),
  ).toBeVisible();
  const needs = within(
    screen.getByText(words('projects:hub.needs')).closest('section') as HTMLElement,
  );
  const links = needs.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/verification?item=v1',
    `/projects?project=${ID}&tab=reports&month=2026-11`,
  ]);
  expect(needs.getByText(/2 days/)).toBeVisible();
  expect(recentItems(session().user.id)[0]).toMatchObject({ title: 'Pier 9' });
});

test('extra work stands beside the budget where there is any, and nowhere else', async () => {
  await open();
  expect(await screen.findByText(/The budget/)).toBeVisible();
  expect(screen.queryByText(/Extra work/)).toBeNull();
  cleanup();
  await open({ answers: { ...answers, 'POST rpc/project_hub': { ...HUB, has_extra_work: true } } });
  expect(await screen.findByText(/Extra work/)).toBeVisible();
});

test('each tab is the list of another screen, with an address', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('tab', { name: words('projects:hub.tab.photos') }));
  expect(await screen.findByText('All photos')).toBeVisible();
  expect(screen.queryByText('The budget')).toBeNull();
});

test('employees get their own part and no budget, reports or settings', async () => {
  await open({
    as: 'employee',
    answers: { ...answers, 'POST rpc/project_hub': { ...HUB, leads: false, needs: [] } },
  });
  expect(await screen.findByText(words('projects:hub.you'))).toBeVisible();
  expect(screen.queryByText('The budget')).toBeNull();
  const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent);
  expect(tabs).toEqual(
    (['overview', 'time', 'photos', 'documents', 'map'] as const).map((tab) =>
      words(`projects:hub.tab.${tab}`),
    ),
  );
});

test('a role over own projects has the budget and the codes of these, and of no others', async () => {
  const role = { id: 'r', name: 'Own', scope: 'own_projects', rights: ['budgets', 'manage_lists'] };
  const isOfTheirs = ({ query }: AskedRequest) => query.has('manager_id');
  const tabs = async (own: boolean) => {
    const { backend } = await open({
      as: 'employee',
      viewer: { company_role: role },
      answers: {
        ...answers,
        'GET projects': (asked: AskedRequest) => (isOfTheirs(asked) ? [] : answers['GET projects']),
        'POST rpc/project_hub': { ...HUB, leads: false, needs: [] },
        'GET project_members': own ? [{ project_id: ID }] : [],
      },
    });
    await screen.findByText(words('projects:hub.you'));
    await waitFor(() => expect(backend.requests.some(isOfTheirs)).toBe(true));
    return () => screen.getAllByRole('tab').map((tab) => tab.textContent);
  };
  const [budget, setup] = [words('projects:hub.tab.budget'), words('projects:hub.tab.setup')];
  const own = await tabs(true);
  await screen.findByRole('tab', { name: setup });
  expect(own()).toContain(budget);
  expect(own()).not.toContain(words('projects:hub.tab.public-work'));
  cleanup();
  const others = await tabs(false);
  expect(others()).not.toContain(budget);
  expect(others()).not.toContain(setup);
});

test('a project that does not exist is said so', async () => {
  await open({ answers: { ...answers, 'GET projects': [] } });
  expect(await screen.findByText(words('projects:hub.unknown'))).toBeVisible();
});
