import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Connection } from '@/features/accounting/api/connections';
import type { Matching } from '@/features/accounting/api/matching';
import type { Activity, Overview, PersonDay } from '@/features/accounting/api/overview';
import { ConnectionsSection } from '@/features/accounting/connections-section';
import { PayrollLines } from '@/features/accounting/payroll-line';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

const t = (key: string, values = {}) => words(`accounting:${key}`, values);

const connection = (fields: Partial<Connection> = {}): Connection => ({
  company_id: COMPANY_ID,
  id: 'connection-1',
  system: 'quickbooks_online',
  environment: 'production',
  company_name: 'Summit Ridge',
  external_company_id: '9130',
  client_id: 'client',
  state: 'connected',
  settings: {},
  send_from: '2026-01-01',
  lists_read_at: null,
  lists_wanted: false,
  last_sent_at: '2026-11-17T12:00:00Z',
  problem: null,
  problem_detail: null,
  created_by: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  login_renewed_at: null,
  ...fields,
});

const day = (fields: Partial<PersonDay> = {}): PersonDay => ({
  work_date: '2026-11-16',
  employee_id: 'employee-1',
  name: 'Maria Lopez',
  seconds: 28_800,
  state: 'sent',
  problems: [],
  refusal: null,
  sent_minutes: 480,
  ...fields,
});

const overview = (days: PersonDay[]): Overview => ({
  days,
  waiting: 0,
  problems: 0,
  to_send: 0,
  sent: 3,
  conflicts: 1,
  earlier_days: 2,
});

const matching: Matching = {
  targets: ['person', 'customer', 'item'],
  subjects: [
    {
      target: 'person',
      id: 'employee-1',
      hours_kind: null,
      name: 'Maria Lopez',
      number: '1005',
      record_id: null,
      suggestion_id: 'record-1',
      reason: 'name',
      wanted: true,
    },
    {
      target: 'customer',
      id: 'project-1',
      hours_kind: null,
      name: 'Harborview',
      number: null,
      record_id: 'record-3',
      suggestion_id: null,
      reason: null,
      wanted: null,
    },
  ],
  records: [
    {
      id: 'record-1',
      kind: 'employee',
      name: 'Lopez, Maria',
      number: null,
      email: null,
      active: true,
      parent: null,
      is_new: false,
    },
    {
      id: 'record-2',
      kind: 'employee',
      name: 'Nora Benitez',
      number: null,
      email: null,
      active: true,
      parent: null,
      is_new: true,
    },
    {
      id: 'record-3',
      kind: 'customer',
      name: 'Harborview',
      number: null,
      email: null,
      active: true,
      parent: 'Cole',
      is_new: false,
    },
  ],
};

const open = (
  connections: unknown,
  { at = '/', answers = {}, as = 'owner' as 'owner' | 'manager' } = {},
) =>
  openPart(<ConnectionsSection />, {
    namespaces: ['accounting'],
    as,
    at,
    answers: {
      'GET accounting_connections': connections,
      'POST rpc/accounting_available': true,
      'POST rpc/accounting_overview': overview([day()]),
      'POST rpc/accounting_matching': matching,
      ...answers,
    },
  } as Parameters<typeof openPart>[1]);

test('a list that does not load says so', async () => {
  await open(new Refusal(500, { message: 'no' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('before anything was sent, matching comes first', async () => {
  await open([connection({ last_sent_at: null })]);
  expect(
    await screen.findByRole('tab', { name: words('accounting:view.matching') }),
  ).toHaveAttribute('aria-selected', 'true');
});

test('what is read there appears by itself', async () => {
  const { backend } = await open([connection({ last_sent_at: null })], {
    answers: { 'POST rpc/accounting_matching': { ...matching, records: [] } },
  });
  expect(await screen.findByText(words('accounting:matching.notRead'))).toBeVisible();
  backend.answer({ 'POST rpc/accounting_matching': matching });
  expect(await screen.findByText('Maria Lopez', {}, { timeout: 30_000 })).toBeVisible();
});

test('each day says what it is, why it waits and where that is solved', async () => {
  await open([connection()], {
    answers: {
      'POST rpc/accounting_overview': overview([
        day(),
        day({
          employee_id: 'employee-2',
          name: 'Ana Ruiz',
          state: 'problem',
          problems: [{ code: 'project_unmapped', project_id: 'p', name: 'Oakmont' }],
        }),
        day({
          employee_id: 'employee-3',
          name: 'Lu Ortega',
          state: 'waiting',
          problems: [{ code: 'unapproved' }],
        }),
        day({
          employee_id: 'employee-4',
          name: 'Al Reed',
          state: 'problem',
          refusal: { id: 'a-4', code: '6190', detail: 'ended' },
        }),
      ]),
    },
  });
  const table = within(await screen.findByRole('table', { name: t('view.days') }));
  expect(table.getByText(t('day.sent'))).toBeVisible();
  expect(table.getByText(t('problem.unapproved'), { exact: false })).toBeVisible();
  expect(table.getByRole('link', { name: /Lu Ortega$/ })).toHaveAttribute(
    'href',
    '/payroll?from=2026-11-16&employee=employee-3',
  );
  const toDo = within(screen.getByRole('region', { name: t('toDo') }));
  expect(toDo.getByRole('link')).toHaveAttribute(
    'href',
    '/settings?tab=connections&connection=connection-1&view=matching',
  );
  expect(table.getByText(t('refused', { detail: 'ended' }))).toBeVisible();
  expect(screen.getByText(t('days.earlier', { count: 2 }), { exact: false })).toBeVisible();
});

test('pausing, sending now and disconnecting go to the database', async () => {
  const { user, backend } = await open([connection()], {
    answers: {
      'POST rpc/set_accounting_state': {},
      'POST rpc/send_accounting_now': null,
      'POST /accounting/v1/connections/connection-1/revoke': {},
    },
  });
  await user.click(await screen.findByRole('button', { name: t('sendNow') }));
  await waitFor(() => expect(backend.sent('POST rpc/send_accounting_now')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: words('common:action.more') }));
  await user.click(await screen.findByRole('menuitem', { name: t('pause') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/set_accounting_state')[0]).toEqual({
      id_param: 'connection-1',
      state_param: 'paused',
    }),
  );
  await user.click(screen.getByRole('button', { name: words('common:action.more') }));
  await user.click(await screen.findByRole('menuitem', { name: t('disconnect') }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: t('disconnect') }),
  );
  await waitFor(() =>
    expect(backend.sent('POST rpc/set_accounting_state')[1]).toMatchObject({
      state_param: 'disconnected',
    }),
  );
});

test('a manager sees no way to disconnect, and asks an owner to sign in', async () => {
  const { user } = await open([connection({ state: 'sign_in_needed', problem: 'signed_out' })], {
    as: 'manager',
  });
  expect(await screen.findByText(t('signInOwners'), { exact: false })).toBeVisible();
  expect(screen.queryByRole('link', { name: t('signIn') })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: words('common:action.more') }));
  expect(await screen.findByRole('menuitem', { name: t('pause') })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: t('disconnect') })).not.toBeInTheDocument();
});

test('a suggestion is taken with a press, all of them with one, and what is new there is shown', async () => {
  const { user, backend } = await open([connection()], {
    at: '/?view=matching',
    answers: { 'POST rpc/set_accounting_mapping': 1 },
  });
  expect(await screen.findByText(t('matching.new', { system: 'QuickBooks Online' }))).toBeVisible();
  expect(screen.getByText('Nora Benitez')).toBeVisible();
  await user.click(
    screen.getByRole('button', { name: t('matching.use_name', { name: 'Lopez, Maria' }) }),
  );
  await waitFor(() =>
    expect(backend.sent('POST rpc/set_accounting_mapping')[0]).toEqual({
      connection_id_param: 'connection-1',
      mappings_param: [{ target: 'person', employee_id: 'employee-1', record_id: 'record-1' }],
    }),
  );
  await user.click(screen.getByRole('button', { name: t('matching.acceptAll') }));
  await waitFor(() => expect(backend.sent('POST rpc/set_accounting_mapping')).toHaveLength(2));
});

const conflict = (fields: Partial<Activity>): Activity => ({
  id: 'activity-1',
  work_date: '2026-11-16',
  state: 'conflict',
  conflict: 'edited',
  external_id: '7001',
  sent_at: '2026-11-17T12:00:00Z',
  problem: null,
  problem_detail: null,
  decision: null,
  content: { work_date: '2026-11-16', hours: 8, minutes: 0 },
  sent_content: null,
  theirs: { content: { work_date: '2026-11-16', hours: 6, minutes: 30 } },
  employee: { first_name: 'Maria', last_name: 'Lopez' },
  ...fields,
});

test('a conflict shows both sides and is decided; what was billed can only stay', async () => {
  const { user, backend } = await open([connection()], {
    at: '/?view=conflicts',
    answers: {
      'GET accounting_activities': [
        conflict({}),
        conflict({ id: 'activity-2', conflict: 'billed' }),
      ],
      'POST rpc/decide_accounting_conflict': {},
    },
  });
  const shown = await screen.findAllByText(/^Maria Lopez ·/);
  const [first, second] = shown.map((person) => person.closest('li'));
  if (!first || !second) throw new Error('Two conflicts');
  expect(within(first).getByText('8 h')).toBeVisible();
  expect(within(first).getByText('6 h 30 min')).toBeVisible();
  expect(within(second).getAllByRole('button')).toHaveLength(1);
  await user.click(within(first).getByRole('button', { name: /^Send ours/ }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/decide_accounting_conflict')[0]).toEqual({
      activity_id_param: 'activity-1',
      decision_param: 'send_ours',
    }),
  );
});

test('a conflict says what differs where the hours do not', async () => {
  const there = {
    work_date: '2026-11-16',
    hours: 8,
    minutes: 0,
    person: { name: 'Maria Lopez', external_id: '7' },
    class: { name: 'North' },
    billable: true,
    rate: 80,
    description: 'Second floor [CL:7f3a0001]',
  };
  await open([connection()], {
    at: '/?view=conflicts',
    answers: {
      'GET accounting_activities': [
        conflict({
          content: { ...there, class: null, billable: false, description: 'First floor' },
          theirs: { content: there },
        }),
      ],
    },
  });
  const differ = (billing: string, text: string, ...more: string[]) =>
    ['8 h', ...more, billing, `“${text}”`].join(' · ');
  expect(await screen.findByText(differ(t('conflict.notBillable'), 'First floor'))).toBeVisible();
  expect(
    screen.getByText(differ(t('conflict.billableAt', { rate: '$80.00' }), 'Second floor', 'North')),
  ).toBeVisible();
});

test('classes are matched with projects and cost codes, each by its own id', async () => {
  const subject = (id: string, isA: 'project' | 'cost_code') => ({
    target: 'class' as const,
    id,
    hours_kind: null,
    is_a: isA,
    name: id,
    number: null,
    record_id: null,
    suggestion_id: 'record-9',
    reason: 'name' as const,
    wanted: null,
  });
  const { user, backend } = await open([connection()], {
    at: '/?view=matching',
    answers: {
      'POST rpc/accounting_matching': {
        ...matching,
        targets: ['person', 'class'],
        subjects: [subject('Harborview', 'project'), subject('Concrete', 'cost_code')],
        records: [{ ...matching.records[0], id: 'record-9', kind: 'class', name: 'North' }],
      },
      'POST rpc/set_accounting_mapping': 2,
    },
  });
  await user.click(await screen.findByRole('tab', { name: t('target.class') }));
  expect(screen.getByText(t('matching.cost_code'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: t('matching.acceptAll') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/set_accounting_mapping')[0]).toMatchObject({
      mappings_param: [
        { target: 'class', project_id: 'Harborview', record_id: 'record-9' },
        { target: 'class', cost_code_id: 'Concrete', record_id: 'record-9' },
      ],
    }),
  );
});

test('a problem of the connection says what to do; keys are replaced before they end', async () => {
  const { user } = await open([
    connection({ problem: 'wrong_keys', problem_detail: 'Intuit does not know these keys' }),
    connection({ id: 'connection-2', system: 'adp', problem: 'results_refused' }),
  ]);
  expect(await screen.findByText(t('why.wrong_keys'))).toBeVisible();
  expect(screen.getByRole('link', { name: t('signIn') })).toHaveAttribute(
    'href',
    '/?tab=connections&setup=quickbooks_online',
  );
  expect(screen.getByText(t('partTitle', { system: 'ADP Workforce Now' }))).toBeVisible();
  const [, adp] = screen.getAllByRole('button', { name: words('common:action.more') });
  if (!adp) throw new Error('Two connections');
  await user.click(adp);
  expect(await screen.findByRole('menuitem', { name: t('keys') })).toHaveAttribute(
    'href',
    '/?tab=connections&setup=adp',
  );
});

test('what is sent is chosen in a dialog that says what it was based on', async () => {
  const { user, backend } = await open([connection({ settings: { hours: 'worked' } })], {
    answers: { 'POST rpc/save_changes': null },
  });
  await user.click(await screen.findByRole('button', { name: words('common:action.more') }));
  await user.click(await screen.findByRole('menuitem', { name: t('whatIsSent') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  await waitFor(() => expect(backend.sent('POST rpc/save_changes')).toHaveLength(1));
  expect(backend.sent('POST rpc/save_changes')[0]).toMatchObject({
    table_param: 'accounting_connections',
    changes_param: { settings: { hours: 'worked', send_when: 'approved' } },
  });
});

test('the payroll run says how much of the period is there', async () => {
  await openPart(<PayrollLines range={{ start: '2026-11-09', end: '2026-11-22' }} />, {
    namespaces: ['accounting'],
    answers: {
      'GET accounting_connections': [connection()],
      'POST rpc/accounting_overview': overview([
        day(),
        day({ employee_id: 'b', state: 'problem' }),
      ]),
    },
  });
  expect(
    await screen.findByText(t('run.sent', { system: 'QuickBooks Online', sent: 1, count: 2 })),
  ).toBeVisible();
  expect(screen.getByText(t('run.toSolve', { count: 1 }), { exact: false })).toBeVisible();
});
