import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DayStory } from '@/features/verification/components/day-story';
import { openPart } from '@/testing/open';

const SITE = '00000000-0000-7000-8000-0000000000aa';
const HOME = '00000000-0000-7000-8000-0000000000bb';
const punch = { kind: 'in', cost_code: '', inside: null } as const;

test('punches of a day are told on the clock of their site', async () => {
  await openPart(
    <DayStory
      day={[
        { ...punch, at: '2026-01-12T15:00:00Z', project_id: SITE, project_name: 'Sacramento' },
        {
          ...punch,
          at: '2026-01-12T22:00:00Z',
          project_id: HOME,
          project_name: 'Ridge School',
          no_class: true,
        },
      ]}
    />,
    {
      namespaces: ['verification'],
      answers: {
        'GET projects': [
          { id: SITE, name: 'Sacramento', time_zone: 'America/Los_Angeles' },
          { id: HOME, name: 'Ridge School', time_zone: null },
        ],
      },
    },
  );
  expect(await screen.findByText('7:00 AM PST')).toBeVisible();
  expect(screen.getByText('5:00 PM')).toBeVisible();
  // Public work without a class is marked.
  expect(screen.getByText('Clocked in, Ridge School, no class of work')).toBeVisible();
  expect(screen.getByText('Clocked in, Sacramento')).toBeVisible();
});
