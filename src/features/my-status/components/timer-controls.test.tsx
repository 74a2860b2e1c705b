import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TimerControls } from '@/features/my-status/components/timer-controls';
import { openPart, words } from '@/testing/open';
import { viewerIn } from '@/testing/people';

const PROJECT_ID = '00000000-0000-7000-8000-0000000000a1';

test('needs a project and a cost code', async () => {
  const preferences = { ...viewerIn('owner').preferences, current_project_id: PROJECT_ID } as never;
  const { user, backend } = await openPart(<TimerControls />, {
    namespaces: ['my-status', 'timer'],
    viewer: { preferences },
    answers: {
      'GET projects': [
        { id: PROJECT_ID, name: 'Riverside Tower', status: 'active', archived_at: null },
      ],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      'POST rpc/recent_work': [],
      'POST rpc/my_shifts': [],
      'GET equipment': [],
    },
  });
  await screen.findByText('Riverside Tower');
  await user.click(screen.getByRole('button', { name: words('my-status:timer.start') }));
  expect(await screen.findByText(words('my-status:cannotStart.text'))).toBeVisible();
  expect(backend.sent('POST rpc/clock_in')).toEqual([]);
});
