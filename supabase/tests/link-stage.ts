import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { LinkKind } from './permissions.ts';
import { publicProject } from './public-work-stage.ts';
import { as, type Company, hoursAgo, type Who } from './world.ts';

/** What somebody has who was sent a link: the parameters of functions by name, and headers for files. */
export interface Link {
  readonly args: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The parameters and parts of headers that are the secret. */
  readonly secrets: readonly string[];
}

const PIN = '2580';
const secret = () => randomBytes(24).toString('hex');

// biome-ignore lint/suspicious/noExplicitAny: answers of many forms, as rows of statements have them
type Ask = (who: Who, text: string, values?: unknown[]) => Promise<any>;

/** A link as a text message has it, opened with the PIN. */
export async function openMessage(sql: Sql, us: Company, purpose: string, subject: object) {
  const [row] = await sql`select private.make_message_link(${us.id}, ${us.employee.employeeId},
    ${purpose}, ${sql.json(subject as never)}) as path`;
  const code = String(row?.['path']).replace('/l/', '');
  const [opened] = await as(
    sql,
    'anon',
    (tx) => tx`select open_message_link(${code}, 'pin', ${PIN}) ->> 'pass' as pass`,
  );
  return { code, pass: opened?.['pass'] as string };
}

async function submittedReport(ask: Ask, us: Company): Promise<string> {
  const day = hoursAgo(48).toISOString().slice(0, 10);
  const id = await ask(us.foreman, '(draft_field_report($1, $2)).id', [us.project, day]);
  await ask(us.foreman, 'save_field_report($1, $2)', [id, JSON.stringify({ work: 'Poured' })]);
  await ask(us.foreman, `submit_field_report($1, 'Hank Sorensen', 'en')`, [id]);
  return id;
}

/** Live links of every kind. A new kind adds a line here. `path`: a stored photo of the project. */
export async function makeLinks(
  sql: Sql,
  us: Company,
  path: string,
): Promise<Map<LinkKind, readonly Link[]>> {
  const ask: Ask = async (who, text, values = []) =>
    (await as(sql, who, (tx) => tx.unsafe(`select ${text} as found`, values as never[])))[0]?.[
      'found'
    ];
  const [photo] =
    await sql`select id, path from photos where company_id = ${us.id} and path = ${path}`;

  const portal = await ask(
    us.manager,
    `create_portal_link($1, '{roll_call,headcount,field_reports,photos,certificates,certified_payrolls,tickets}', current_date + 7)`,
    [us.project],
  );
  const addressed = await ask(
    us.manager,
    `create_portal_link($1, '{photos}', current_date + 7, '', 'ken@example.com')`,
    [us.project],
  );
  const { project } = await publicProject(sql, us.id, []);
  const [week] = await sql`select (d - extract(dow from d)::integer - 7)::text as day
    from (select private.today_at(${us.id}, ${project}) as d) t`;
  const sub = await ask(
    us.manager,
    `invite_subcontractor($1, 'Fox Electric', 'a@fox.example', $2)`,
    [project, week?.['day']],
  );
  const reported = await ask('anon', 'hand_in_report($1, $2, $3, $4)', [
    sub.token,
    randomUUID(),
    week?.['day'],
    JSON.stringify({
      ...{ name: 'Dana Fox', number: 1, workers: 4, hours: '152.50', gross: '6100.25' },
      file: { name: 'week.pdf', type: 'application/pdf', size: 900, sha256: 'a'.repeat(64) },
    }),
  ]);

  const ticket = randomUUID();
  await ask(us.foreman, 'save_ticket($1, $2)', [
    ticket,
    JSON.stringify({
      project_id: us.project,
      work_date: hoursAgo(48).toISOString().slice(0, 10),
      ...{ description: 'Move conduit', directed_by: 'Ken Alvarez' },
      lines: [{ kind: 'material', description: 'EMT conduit', quantity: 40, unit: 'ft' }],
      photo_ids: [photo?.['id']],
    }),
  ]);
  await ask(us.foreman, `send_ticket_link($1, 'ken@example.com', 'en')`, [ticket]);
  const parts = [ticket, await submittedReport(ask, us)];
  const [signed] =
    await sql`select id, project_id from certified_payrolls where company_id = ${us.id} limit 1`;
  const payrolls = await ask(
    us.manager,
    `create_portal_link($1, '{certified_payrolls}', current_date + 7)`,
    [signed?.['project_id']],
  );
  const [mail] = await sql`select data ->> 'token' as token from mail.outbox
    where template = 'ticket_link' order by created_at desc limit 1`;

  const poster = await ask(us.manager, `create_site_sign_in_link($1, 'Gate 1')`, [us.project]);
  const visit = { id: randomUUID(), secret: secret(), kind: 'visitor', name: 'Ana Ruiz' };
  await ask('anon', 'site_sign_in($1, $2)', [poster.token, JSON.stringify(visit)]);

  await ask(us.manager, 'set_employee_pin($1, $2)', [us.employee.employeeId, PIN]);
  const [version] =
    await sql`select id from document_versions where company_id = ${us.id} and path in
    (select name from storage.objects where bucket_id = 'documents') limit 1`;
  const [bulletin] =
    await sql`select id from bulletins where company_id = ${us.id} and attachments <> '[]'`;
  const messages: Link[] = [];
  for (const [purpose, subject] of Object.entries({
    document: { version_id: version?.['id'] },
    bulletin: { id: bulletin?.['id'] },
  })) {
    const { code, pass } = await openMessage(sql, us, purpose, subject);
    messages.push({
      args: { code_param: code, pass_param: pass, kind_param: 'pin', secret_param: PIN },
      headers: { 'x-message-link': `${code}.${pass}` },
      secrets: [code, pass],
    });
  }

  const question = randomUUID();
  await sql`with entry as (
      insert into time_entries (company_id, employee_id, clock_in) values (${us.id}, ${us.employee.employeeId}, ${hoursAgo(11)}) returning *
    ) insert into forgotten_punches (company_id, time_entry_id, employee_id, clock_in, cause, proposed_at, reason, evidence, link_hash, expires_at)
      select company_id, id, employee_id, clock_in, 'schedule', now(), 'schedule', '{}', private.link_hash(${question}), now() + interval '1 day' from entry`;
  const share = await ask(
    us.manager,
    `(select to_jsonb(s) from create_photo_share(array[$1]::uuid[], 'For the client', now() + interval '1 day') s)`,
    [photo?.['id']],
  );
  const calendar = await ask(us.employee, 'create_calendar_feed()');
  const [unsubscribe] =
    await sql`select private.unsubscribe_token(${us.employee.userId}, 'time_reminders') as token`;
  const device = { endpoint: `https://push.example/${randomUUID()}`, auth: 's'.repeat(22) };
  await ask(us.employee, `save_push_subscription($1, $2, $3, 'Phone')`, [
    device.endpoint,
    `B${'k'.repeat(86)}`,
    device.auth,
  ]);

  return new Map<LinkKind, readonly Link[]>([
    [
      'portal links',
      [
        {
          args: { token_param: portal.token, id_param: photo?.['id'], path_param: path },
          headers: { 'x-portal-link': portal.token },
          secrets: [portal.token],
        },
        ...parts.map((id) => ({
          args: { token_param: portal.token, id_param: id },
          headers: {},
          secrets: [portal.token],
        })),
        {
          args: { token_param: payrolls.token, id_param: signed?.['id'] },
          headers: {},
          secrets: [payrolls.token],
        },
        // Opens with a code that is mailed.
        { args: { token_param: addressed.token }, headers: {}, secrets: [addressed.token] },
      ],
    ],
    [
      'subcontractor links',
      [
        {
          args: {
            token_param: sub.token,
            name_param: reported.path,
            week_end_param: week?.['day'],
          },
          headers: {},
          secrets: [sub.token, reported.path],
        },
      ],
    ],
    [
      'ticket links',
      [
        {
          args: { token_param: mail?.['token'] },
          headers: { 'x-ticket-link': mail?.['token'] },
          secrets: [mail?.['token']],
        },
      ],
    ],
    [
      'site links',
      [
        {
          args: {
            token_param: poster.token,
            ...{ id_param: visit.id, secret_param: visit.secret },
            visit_param: JSON.stringify({ ...visit, id: randomUUID(), secret: secret() }),
          },
          headers: {},
          secrets: [poster.token, visit.secret],
        },
      ],
    ],
    ['message links', messages],
    ['question links', [{ args: { id_param: question }, headers: {}, secrets: [question] }]],
    [
      'photo links',
      [
        {
          args: { token_param: share.token },
          headers: { 'x-share-token': share.token },
          secrets: [share.token],
        },
      ],
    ],
    ['calendar links', [{ args: { token_param: calendar }, headers: {}, secrets: [calendar] }]],
    [
      'mail links',
      [
        {
          args: { token_param: unsubscribe?.['token'] },
          headers: {},
          secrets: [unsubscribe?.['token']],
        },
      ],
    ],
    [
      'push devices',
      [
        {
          args: {
            ...{ endpoint_param: device.endpoint, auth_param: device.auth },
            new_endpoint_param: `https://push.example/${randomUUID()}`,
            ...{ new_p256dh_param: `B${'m'.repeat(86)}`, new_auth_param: 't'.repeat(22) },
          },
          headers: {},
          secrets: [device.endpoint, device.auth],
        },
      ],
    ],
  ]);
}

/** The same with other secrets of the same form: what somebody guesses. */
export function guessed(link: Link): Link {
  const change = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    return link.secrets.reduce((text, known) => text.replace(known, otherOf(known)), value);
  };
  const changed = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
  return {
    args: changed(link.args),
    headers: changed(link.headers) as Record<string, string>,
    secrets: [],
  };
}

/** Letters and digits go on by one, so that length, form and hyphens stay. */
const otherOf = (text: string): string =>
  text.replace(/[0-9a-f](?=[^.]*$)/g, (digit) =>
    ((Number.parseInt(digit, 16) + 1) % 16).toString(16),
  );
