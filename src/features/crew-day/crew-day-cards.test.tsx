import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CrewDayCards } from '@/features/crew-day/crew-day-cards';
import { openPart, words } from '@/testing/open';

const HARBOR = '00000000-0000-7000-8000-0000000000b1';
const MAPLE = '00000000-0000-7000-8000-0000000000b2';
const member = (id: string, changes: object) => ({
  ...{ employee_id: id, first_name: 'Pete', last_name: id, job_title: null, leads: true },
  ...{ crew_ids: ['c1'], crew_names: ['Concrete'], status: 'out', since: null, minutes: 0 },
  ...{ project_id: null, project_name: null, cost_code_id: null, last_out: null, time_off: false },
  ...{ plan_project_id: null, plan_project_name: null, plan_cost_code_id: null },
  ...{ plan_starts_at: null, plan_ends_at: null },
  ...changes,
});

const openDay = (members: object[]) =>
  openPart(<CrewDayCards />, {
    namespaces: ['crew'],
    as: 'foreman',
    answers: {
      'POST rpc/crew_today': members,
      'GET projects': [
        { id: HARBOR, name: 'Harborview', status: 'active', archived_at: null },
        { id: MAPLE, name: 'Maple Street', status: 'active', archived_at: null },
      ],
      'GET field_reports': [{ project_id: HARBOR, status: 'draft' }],
      'GET quantities': [
        { project_id: HARBOR, cost_code_id: 'k1' },
        { project_id: HARBOR, cost_code_id: 'k2' },
      ],
    },
  });

test('each project of the crew says what its day still needs', async () => {
  await openDay([
    member('one', { status: 'in', project_id: HARBOR, minutes: 150 }),
    member('two', { plan_project_id: MAPLE, minutes: 45 }),
    // Somebody else's crew is somebody else's day.
    member('three', { leads: false, minutes: 600 }),
  ]);
  const harbor = within(await screen.findByRole('region', { name: 'Harborview' }));
  expect(await harbor.findByText(words('crew:day.status.draft'))).toBeVisible();
  expect(harbor.getByRole('link', { name: /2 entered today/ })).toHaveAttribute(
    'href',
    `/progress?project=${HARBOR}`,
  );
  const maple = within(screen.getByRole('region', { name: 'Maple Street' }));
  expect(maple.getByRole('link', { name: /Not started/ })).toHaveAttribute(
    'href',
    expect.stringMatching(
      new RegExp(`^/field-reports\\?report=${MAPLE}&date=\\d{4}-\\d\\d-\\d\\d$`),
    ),
  );
  expect(maple.getByText('None entered today')).toBeVisible();
  expect(screen.getByText('3 h 15 min today')).toBeVisible();
});

test('without a crew there is nothing to show', async () => {
  const { backend } = await openDay([]);
  await expect.poll(() => backend.sent('POST rpc/crew_today')).toHaveLength(1);
  expect(screen.queryByRole('region', { name: words('crew:day.title') })).toBeNull();
  expect(backend.sent('GET field_reports')).toEqual([]);
});
