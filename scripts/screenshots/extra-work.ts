import { demoId } from './demo-id.ts';
import type { DemoServer } from './demo-server.ts';
import { ownerApi, type Send } from './owner-api.ts';

const HARBORVIEW = demoId('P100');
const LINE_FIELDS =
  'id,kind,time_entry_id,employee_id,description,hours_kind,quantity,unit' as const;

/** What its customer signed, and what is still a draft. */
const TICKETS = [
  {
    days: ['2026-11-10', '2026-11-09', '2026-11-06'],
    description: 'Moved the wall of room 214 by two feet',
    materials: [{ description: 'Metal studs 3 5/8 in', quantity: 24, unit: 'ea' }],
    isSigned: true,
  },
  {
    days: ['2026-11-11', '2026-11-10', '2026-11-05'],
    description: 'Opened the ceiling for the sprinkler line, second floor',
    materials: [{ description: 'Drywall 5/8 in', quantity: 6, unit: 'sheet' }],
    isSigned: false,
  },
];

/** Extra work that somebody on the site ordered. */
export async function doExtraWork(server: DemoServer): Promise<void> {
  const send = await ownerApi(server);
  for (const ticket of TICKETS) await writeTicket(send, ticket);
}

async function writeTicket(send: Send, ticket: (typeof TICKETS)[number]): Promise<void> {
  const { id } = await send<{ id: string }>('POST', 'rpc/draft_ticket', await workOf(send, ticket));
  const lines = await send<object[]>(
    'GET',
    `ticket_lines?ticket_id=eq.${id}&select=${LINE_FIELDS}`,
  );
  const { description, materials } = ticket;
  const added = materials.map((material) => ({ kind: 'material', ...material }));
  await send('POST', 'rpc/save_ticket', {
    id_param: id,
    ticket_param: { description, directed_by: 'Gail Whitaker', lines: [...lines, ...added] },
  });
  if (!ticket.isSigned) return;
  await send('POST', 'rpc/sign_ticket', { id_param: id, name_param: 'Gail Whitaker' });
}

/** The first of its days on which people worked there. */
async function workOf(send: Send, { days }: (typeof TICKETS)[number]) {
  for (const day of days) {
    const entries = await send<{ id: string }[]>(
      'GET',
      `time_entries?project_id=eq.${HARBORVIEW}&work_date=eq.${day}&clock_out=not.is.null&select=id&limit=3`,
    );
    if (entries.length === 0) continue;
    return {
      project_id_param: HARBORVIEW,
      work_date_param: day,
      time_entry_ids_param: entries.map((entry) => entry.id),
    };
  }
  throw new Error('Nobody of the demo worked on any of these days');
}
