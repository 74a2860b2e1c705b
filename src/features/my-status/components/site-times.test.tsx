import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ShiftsCard } from '@/features/my-status/components/shifts-card';
import { TeamCard } from '@/features/my-status/components/team-card';
import { openPart, words } from '@/testing/open';

const SITE = '00000000-0000-7000-8000-0000000000aa';
const PROJECTS = [{ id: SITE, name: 'Sacramento', time_zone: 'America/Los_Angeles' }];

test('shifts are read on the clock of their site', async () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format();
  const shift = {
    work_date: today,
    project_id: SITE,
    project_name: 'Sacramento',
    cost_code_id: null,
    cost_code: null,
    equipment_name: null,
    note: null,
    open: false,
    acknowledged_at: '2026-01-01T00:00:00Z',
    previous_starts_at: null,
  };
  await openPart(<ShiftsCard />, {
    namespaces: ['my-shifts'],
    answers: {
      'GET projects': PROJECTS,
      'GET cost_codes': [],
      'POST rpc/my_shifts': [
        {
          ...shift,
          id: 's1',
          starts_at: '2026-01-12T15:00:00Z',
          ends_at: '2026-01-12T23:30:00Z',
          time_zone: 'America/Los_Angeles',
        },
        {
          ...shift,
          id: 's2',
          starts_at: '2026-01-12T13:00:00Z',
          ends_at: '2026-01-12T14:00:00Z',
          time_zone: 'America/New_York',
        },
      ],
    },
  });
  await waitFor(() => {
    expect(screen.getByText('7:00 AM – 3:30 PM PST')).toBeVisible();
    expect(screen.getByText('8:00 AM – 9:00 AM')).toBeVisible();
  });
});

test('since when somebody is at a site is the time there', async () => {
  await openPart(<TeamCard />, {
    namespaces: ['my-status'],
    answers: {
      'GET projects': PROJECTS,
      'POST rpc/my_team': [
        {
          employee_id: SITE,
          first_name: 'Tess',
          last_name: 'Soto',
          job_title: null,
          status: 'in',
          since: '2026-01-12T15:00:00Z',
          project_id: SITE,
          project_name: 'Sacramento',
        },
      ],
    },
  });
  expect(
    await screen.findByTitle(words('my-status:team.since', { time: '7:00 AM PST' })),
  ).toBeVisible();
});
