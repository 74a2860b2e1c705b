import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ShiftsCard } from '@/features/my-status/components/shifts-card';
import { dateOf } from '@/lib/time';
import { openPart } from '@/testing/open';

const project = (id: string, name: string, name_es: string | null, parent_id: string | null) => ({
  ...{ id, name, name_es, parent_id, status: 'active', archived_at: null, time_zone: null },
});

test('a shift on a phase names its project, in the language of the worker', async () => {
  const now = Date.now();
  const shift = {
    ...{ id: 's1', work_date: dateOf(now, 'America/New_York'), project_id: 'framing' },
    ...{ project_name: 'Framing', cost_code_id: 'c1', cost_code: '06 10 Rough carpentry' },
    ...{ equipment_name: null, note: null, open: false, acknowledged_at: null },
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + 8 * 3_600_000).toISOString(),
    ...{ previous_starts_at: null, previous_ends_at: null, previous_project_name: null },
    time_zone: 'America/New_York',
  };
  await openPart(<ShiftsCard />, {
    namespaces: ['my-shifts'],
    as: 'employee',
    language: 'es',
    answers: {
      'GET projects': [
        project('tower', 'Riverside', null, null),
        project('framing', 'Framing', 'Estructura', 'tower'),
      ],
      'GET cost_codes': [
        { id: 'c1', code: '06 10', name: 'Rough carpentry', name_es: 'Carpintería', active: true },
      ],
      'POST rpc/my_shifts': [shift],
    },
  });
  expect(await screen.findByText('Riverside › Estructura · 06 10 Carpintería')).toBeVisible();
});
