import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CrewPerson } from '@/features/crew-hours/api/queries';
import { ApproveDayButton } from '@/features/crew-hours/components/approve-day';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { viewerIn } from '@/testing/people';

const person = (id: string, name: string, minutes: number): CrewPerson => ({
  employee_id: id,
  first_name: name,
  last_name: '',
  job_title: null,
  cells: minutes ? [{ cost_code_id: null, minutes, own_minutes: minutes }] : [],
});
const people = [person('ana', 'Ana', 480), person('ben', 'Ben', 480), person('cleo', 'Cleo', 0)];
const me = viewerIn('foreman').employee?.id ?? '';

const openAs = (foremen_approve: boolean) => {
  const viewer = viewerIn('foreman');
  return openPart(
    <ApproveDayButton
      date="2026-03-11"
      people={[...people, person(me, 'Me', 480)]}
      disabled={false}
    />,
    {
      namespaces: ['crew-hours'],
      as: 'foreman',
      viewer: { company: viewer.company && { ...viewer.company, foremen_approve } },
      answers: {
        'POST rpc/approve_time': ({ body }: { body: unknown }) =>
          (body as { employee_id_param: string }).employee_id_param === 'ben'
            ? new Refusal(400, { hint: 'missing_clock_out' })
            : 1,
      },
    },
  );
};

test('foremen approve their crew where the owner allows it, never themselves', async () => {
  const { user, backend } = await openAs(true);
  await user.click(screen.getByRole('button', { name: words('crew-hours:approve.open') }));
  // The dialog hides what is behind it.
  await user.click(await screen.findByRole('button', { name: words('crew-hours:approve.open') }));
  await waitFor(() => expect(backend.sent('POST rpc/approve_time')).toHaveLength(2));
  expect(backend.sent('POST rpc/approve_time')).toMatchObject([
    { employee_id_param: 'ana', start_date_param: '2026-03-11', end_date_param: '2026-03-11' },
    { employee_id_param: 'ben' },
  ]);
  expect(await screen.findByText(/^Ben: /)).toBeVisible();
});

test('and see no button where the owner does not', async () => {
  await openAs(false);
  expect(screen.queryByRole('button')).toBeNull();
});
