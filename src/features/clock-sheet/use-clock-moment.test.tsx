import { screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { useSwitchProject } from '@/entities/running-entry/use-switch-project';
import { useClockMoment } from '@/features/clock-sheet/use-clock-moment';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { EMPLOYEE_ID, viewerIn } from '@/testing/people';

beforeEach(giveDeviceMemory);

/** Every moment that was asked about, in order. */
function Asked() {
  const [moment] = useClockMoment();
  const seen = useRef<string[]>([]);
  if (moment && seen.current.at(-1) !== moment.moment) seen.current.push(moment.moment);
  const clockIn = useClockIn();
  const { change } = useSwitchProject();
  const work = { projectId: 'p1', costCodeId: null, notes: '' };
  return (
    <>
      <button type="button" onClick={() => clockIn.start(work)}>
        Start
      </button>
      <button type="button" onClick={() => change({ ...work, projectId: 'p2' }, () => undefined)}>
        Switch
      </button>
      <p data-testid="asked">{seen.current.join(' ')}</p>
    </>
  );
}

const entry = (id: string) => ({
  id,
  employee_id: EMPLOYEE_ID,
  clock_in: new Date().toISOString(),
  notes: null,
  project_id: 'p1',
  cost_code_id: null,
  breaks: [],
});

const open = (answers: Record<string, unknown>) =>
  openPart(<Asked />, {
    namespaces: ['timer'],
    answers: {
      'GET preferences': [],
      'POST preferences': [],
      'PATCH preferences': [],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
      ...answers,
    },
  });

test('a start that is refused asks nothing, neither of a start nor of a stop', async () => {
  const no = { code: 'P0001', hint: 'project_not_open_to_you', message: 'No' };
  const { user } = await open({ 'POST rpc/clock_in': new Refusal(400, no) });
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText(/not on the team of this project/)).toBeVisible();
  expect(screen.getByTestId('asked')).toHaveTextContent(/^$/);
  expect(localStorage.getItem('chalkline.clock-asked')).toBeNull();
});

test('a start the server took is asked about, a switch after it is no second start, also after a reload', async () => {
  const { user, backend } = await open({
    'POST rpc/clock_in': ({ body }: { body: { id_param: string } }) => {
      const running = entry(body.id_param);
      backend.answer({ 'POST rpc/viewer': viewerIn('owner', { running_entry: running }) });
      return running;
    },
    'POST rpc/switch_project': ({ body }: { body: { id_param: string } }) => {
      const running = entry(body.id_param);
      backend.answer({ 'POST rpc/viewer': viewerIn('owner', { running_entry: running }) });
      return running;
    },
  });
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(screen.getByTestId('asked')).toHaveTextContent(/^in$/));
  await user.click(screen.getByRole('button', { name: 'Switch' }));
  // The entry after the switch is marked, so that a reload takes it for no start.
  await waitFor(() =>
    expect((localStorage.getItem('chalkline.clock-asked') ?? '').match(/in:/g)).toHaveLength(2),
  );
  expect(screen.getByTestId('asked')).toHaveTextContent(/^in switch$/);
});
