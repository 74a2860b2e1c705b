import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Board, Shift } from '@/features/scheduling/board';
import { usePlacement } from '@/features/scheduling/use-placement';
import { openPart } from '@/testing/open';

const shift = (id: string, employee_id: string): Shift => ({
  id,
  employee_id,
  crew_id: 'crew',
  equipment_id: null,
  project_id: 'p',
  cost_code_id: null,
  starts_at: '2026-03-09T13:00:00.000Z',
  ends_at: '2026-03-09T21:30:00.000Z',
  work_date: '2026-03-09',
  note: 'Bring boots',
  status: 'published',
  cancelled: false,
  told: true,
  acknowledged_at: null,
});
const shifts = [shift('one', 'ana'), shift('two', 'bo'), shift('other', 'cy')];
const board = { shifts } as Partial<Board> as Board;

function Crew() {
  const place = usePlacement(board, { companyId: 'company', zoneOf: () => 'America/New_York' });
  const put = (copy: boolean) =>
    place({
      piece: { ids: ['one', 'two'], shift: shifts[0] as Shift, isDraft: false },
      fromRow: 'crew',
      row: { key: 'crew', kind: 'crew', id: 'crew', name: 'Concrete', people: 2 },
      day: '2026-03-10',
      copy,
      startMinutes: 0,
      endMinutes: 0,
    });
  return (
    <>
      <button type="button" onClick={() => put(true)}>
        Copy
      </button>
      <button type="button" onClick={() => put(false)}>
        Move
      </button>
    </>
  );
}

const openCrew = () =>
  openPart(<Crew />, {
    namespaces: ['scheduling'],
    answers: { 'POST shifts': [], 'POST rpc/move_shifts': [] },
  });

test('a copied crew stays where it was: each of its people gets a shift of their own', async () => {
  const { user, backend } = await openCrew();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  const times = { starts_at: '2026-03-10T13:00:00.000Z', ends_at: '2026-03-10T21:30:00.000Z' };
  const copied = { crew_id: 'crew', project_id: 'p', note: 'Bring boots', ...times };
  await waitFor(() =>
    expect(backend.sent('POST shifts')).toMatchObject([
      [
        { employee_id: 'ana', ...copied },
        { employee_id: 'bo', ...copied },
      ],
    ]),
  );
  expect(backend.sent('POST rpc/move_shifts')).toEqual([]);
});

test('a crew is moved by one call', async () => {
  const { user, backend } = await openCrew();
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/move_shifts')).toMatchObject([
      { moves_param: [{ id: 'one' }, { id: 'two' }] },
    ]),
  );
});
