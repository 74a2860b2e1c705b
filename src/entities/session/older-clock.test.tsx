import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { queuedEvents } from '@/entities/offline/queue-state';
import { useClockIn } from '@/entities/running-entry/use-clock-in';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { type AskedRequest, Refusal } from '@/testing/backend';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { EMPLOYEE_ID, viewerIn } from '@/testing/people';

const entry = (id: string) => ({
  id,
  employee_id: EMPLOYEE_ID,
  clock_in: new Date(Date.now() - 3_600_000).toISOString(),
  notes: null,
  project_id: 'p1',
  cost_code_id: null,
  breaks: [],
});
const viewerWith = (running: string | null) =>
  viewerIn('employee', { running_entry: running ? entry(running) : null });

function Clock() {
  const running = useRunningEntry();
  const { start } = useClockIn();
  const stop = useClockOut();
  const input = { projectId: 'p1', costCodeId: null, notes: '' };
  if (!running)
    return (
      <button onClick={() => start(input)} type="button">
        Start
      </button>
    );
  return (
    <button onClick={() => stop.mutate(running.id)} type="button">
      Stop {running.id}
    </button>
  );
}

/** A server with the rules of `clock_in` and `clock_out`: one clock, and an end only for the entry that is named. */
class Server {
  running: string | null;
  readonly stopped: string[] = [];
  readonly started: string[] = [];

  constructor(running: string | null) {
    this.running = running;
  }

  clockIn({ body }: AskedRequest): unknown {
    if (this.running && this.running !== body.id_param)
      return new Refusal(409, { code: 'P0001', hint: 'already_running', message: 'running' });
    this.running = body.id_param;
    this.started.push(body.id_param);
    return entry(body.id_param);
  }

  clockOut({ body }: AskedRequest): unknown {
    if (this.running === body.entry_id_param) {
      this.running = null;
      this.stopped.push(body.entry_id_param);
    }
    return { ...entry(body.entry_id_param), clock_out: new Date().toISOString() };
  }
}

beforeEach(giveDeviceMemory);

/** Every pair of the clock as this device stored it and as it is by now. */
const CLOCKS = [null, 'e1', 'e2'];
const PAIRS = ['e1', null].flatMap((stored) => CLOCKS.map((now) => [stored, now] as const));

test.each(PAIRS)(
  'with the clock %s stored and %s at the server, a press on what is shown changes no other entry',
  async (stored, now) => {
    const server = new Server(now);
    const answer = Promise.withResolvers<void>();
    const { user, backend } = await openPart(<Clock />, {
      viewer: viewerWith(stored),
      namespaces: ['timer'],
      answers: {
        'POST rpc/clock_in': (request: AskedRequest) => server.clockIn(request),
        'POST rpc/clock_out': (request: AskedRequest) => server.clockOut(request),
        'POST preferences': [],
        'GET cost_codes': [],
        'GET project_cost_codes': [],
      },
    });
    // As it was stored; what the server says by now is on its way.
    backend.answer({
      'POST rpc/viewer': async () => {
        await answer.promise;
        return viewerWith(server.running);
      },
    });
    void queryClient.invalidateQueries({ queryKey: [queryKeys.viewer] });
    const shown = stored ? `Stop ${stored}` : 'Start';
    await user.click(await screen.findByRole('button', { name: shown }));
    await waitFor(() => expect(queuedEvents()).toEqual([]));
    expect(server.started).toHaveLength(stored === null && now === null ? 1 : 0);
    expect(server.stopped).toEqual(stored && stored === now ? [stored] : []);
    answer.resolve();
    const right = server.running ? `Stop ${server.running}` : 'Start';
    expect(await screen.findByRole('button', { name: right })).toBeVisible();
  },
);
