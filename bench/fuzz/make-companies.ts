import type { Sql } from '../../server/database/sql/sql.ts';
import { pairedTablet } from '../../supabase/tests/kiosk-stage.ts';
import { makeSamples } from '../../supabase/tests/samples.ts';
import { makeCompanyToken, makeToken } from '../../supabase/tests/token-stage.ts';
import { as, type Company, hire, makeCompany, type Tx } from '../../supabase/tests/world.ts';
import { plantCanary } from './plant-canary.ts';

/** A company with rows in every table whose text holds its canary, and what opens something of it. */
export interface FuzzCompany extends Company {
  readonly canary: string;
  readonly apiTokens: Readonly<Record<string, string>>;
  /** Secrets of links: portal, tickets, subcontractors, site sign-in, calendars, messages. */
  readonly links: readonly string[];
  readonly secrets: readonly string[];
  readonly customRole: { readonly userId: string };
  readonly kiosk: { readonly userId: string };
}

const SHOWS = [
  ...['roll_call', 'headcount', 'field_reports', 'photos', 'certificates', 'certified_payrolls'],
  'tickets',
];

export async function makeFuzzCompany(sql: Sql, name: string): Promise<FuzzCompany> {
  const company = await makeCompany(sql, name);
  await makeSamples(sql, company);
  const { owner, manager, project } = company;
  const customRole = await hire(sql, owner, 'employee');
  await as(
    sql,
    owner,
    (tx) => tx`with made as (insert into company_roles (name, rights, scope)
        values ('Office', '{see_rates,edit_time,schedule,budgets}', 'everyone') returning id)
      update employees set company_role_id = made.id from made where employees.id = ${customRole.employeeId}`,
  );
  const kiosk = await pairedTablet(sql, company);
  const one = <T>(story: (tx: Tx) => PromiseLike<readonly object[]>, who = owner) =>
    as(sql, who, story as (tx: Tx) => Promise<readonly Record<string, T>[]>).then(
      ([row]) => Object.values(row ?? {})[0] as T,
    );
  const links = [
    (
      await one<{ token: string }>(
        (tx) => tx`select create_portal_link(${project}, ${SHOWS}, current_date + 30, 'Visitor')`,
      )
    ).token,
    await one<string>((tx) => tx`select create_calendar_feed()`, company.employee),
    (await one<{ token: string }>((tx) => tx`select create_site_sign_in_link(${project}, 'Gate')`))
      .token,
    (
      await one<{ token: string }>(
        (tx) =>
          tx`select to_jsonb(s) from create_photo_share((select array_agg(id) from photos), 'Photos', now() + interval '20 days') s`,
      )
    ).token,
  ].filter(Boolean);
  const [sub] = await sql`select id from subcontractors where company_id = ${company.id} limit 1`;
  await one((tx) => tx`select new_subcontractor_link(${sub?.['id'] as string})`);
  const mailed = await sql`select distinct data ->> 'token' as token from mail.outbox
    where data ->> 'token' is not null`;
  links.push(...mailed.map((row) => row['token'] as string));

  const [known] = await sql`select pg_get_constraintdef(oid) as text from pg_constraint
    where conname = 'api_tokens_scopes_known'`;
  const scopes = [...String(known?.['text']).matchAll(/\w+:\w+/g)].map(([scope]) => scope);
  const apiTokens: Record<string, string> = {};
  for (const scope of scopes.filter((text) => text.includes(':'))) {
    apiTokens[`token with ${scope}`] = (await makeToken(sql, manager, [scope])).token;
  }
  apiTokens['company token'] = (
    await makeCompanyToken(sql, owner, 'manager', [
      'time:read',
      'time:write',
      'people:read',
      'people:write',
      'files:read',
    ])
  ).token;
  const webhook = await one<{ secret?: string }>(
    (tx) => tx`select create_webhook('https://hooks.example.com/x', array['time_entry.created'])`,
    manager,
  ).catch(() => ({ secret: undefined }));
  const canary = `canary-${name.toLowerCase().replace(/\W/g, '')}-${crypto.randomUUID().slice(0, 8)}`;
  await plantCanary(sql, company.id, canary);
  return {
    ...company,
    ...{ canary, apiTokens, links, customRole, kiosk },
    secrets: [...links, ...Object.values(apiTokens), ...(webhook.secret ? [webhook.secret] : [])],
  };
}
