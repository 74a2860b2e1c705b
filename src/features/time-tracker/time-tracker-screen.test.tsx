import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { TimeTrackerScreen } from '@/features/time-tracker/time-tracker-screen';
import { Refusal } from '@/testing/backend';
import { openApp, openPart, words } from '@/testing/open';
import { COMPANY_ID, EMPLOYEE_ID, viewerIn } from '@/testing/people';

const PROJECT_ID = '00000000-0000-7000-8000-0000000000a1';
const ENTRY_ID = '00000000-0000-7000-8000-0000000000e1';
const TENTH = '?period=custom&from=2026-11-10&to=2026-11-10';
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

/** From seven to eleven in New York. */
const ENTRY: TimeEntry = {
  id: ENTRY_ID,
  employee_id: EMPLOYEE_ID,
  first_name: 'Maria',
  last_name: 'Reyes',
  clock_in: '2026-11-10T12:00:00+00:00',
  clock_out: '2026-11-10T16:00:00+00:00',
  work_date: '2026-11-10',
  project_id: PROJECT_ID,
  cost_code_id: null,
  equipment_id: null,
  notes: 'The other one',
  status: 'completed',
  meal_waived: false,
  breaks: [],
  minutes: 240,
  frozen: null,
};

const listed = (...entries: TimeEntry[]) => ({
  'POST rpc/list_time_entries': {
    entries,
    summary: {
      entries: entries.length,
      minutes: entries.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
      groups: [],
      running: entries
        .filter(({ clock_out }) => clock_out === null)
        .map(({ id, clock_in, breaks }) => ({ id, clock_in, breaks, group_key: null })),
    },
  },
});

/** What the dialog asks for when it opens the entry. */
const stored = (entry: TimeEntry, more = {}) => ({
  ...listed(entry),
  'GET time_entries': { ...entry, updated_at: '2026-11-10T17:00:00+00:00' },
  'GET time_entry_breaks': [],
  'GET break_offers': [],
  'GET pay_periods': [],
  'GET approvals': [],
  'POST rpc/time_entry_history': [],
  'HEAD photos': null,
  ...more,
});

const ANSWERS = {
  ...listed(),
  'GET projects': [
    { id: PROJECT_ID, name: 'Riverside Tower', status: 'active', archived_at: null, client: null },
  ],
  'GET cost_codes': [],
  'GET project_cost_codes': [],
  'GET equipment': [],
  'GET overtime_policies': [],
  'GET break_types': [],
  'GET employees': [
    { id: EMPLOYEE_ID, first_name: 'Maria', last_name: 'Reyes', role: 'owner', active: true },
  ],
};

/** Riverside Tower is the current project, so every form begins with it. */
const onRiverside = {
  preferences: { ...viewerIn('owner').preferences, current_project_id: PROJECT_ID } as never,
};

function open(query = '', { answers = {}, ...options }: Record<string, unknown> = {}) {
  return openPart(<TimeTrackerScreen />, {
    namespaces: ['time-tracker', 'timer'],
    at: `/time-tracker${query}`,
    answers: { ...ANSWERS, ...(answers as object) },
    ...options,
  });
}

const timer = () => within(screen.getByRole('region', { name: words('time-tracker:timer.title') }));
const start = () => timer().getByRole('button', { name: words('time-tracker:timer.start') });
const table = () => screen.findByRole('table', { name: words('time-tracker:table.label') });
const dialog = async () => within(await screen.findByRole('dialog'));

describe('the timer', () => {
  test('asks for a project first', async () => {
    const { user, backend } = await open();
    await user.click(start());
    expect(await screen.findByText(words('timer:projectRequired.text'))).toBeVisible();
    expect(backend.sent('POST rpc/clock_in')).toEqual([]);
  });

  test('says so when it cannot be started, and keeps what was typed', async () => {
    const { user } = await open('', {
      viewer: onRiverside,
      answers: { 'POST rpc/clock_in': new Refusal(400, { message: 'no' }) },
    });
    const notes = timer().getByLabelText(words('time-tracker:timer.notes'));
    await user.type(notes, 'Forms');
    await user.click(start());
    expect(await screen.findByText(words('timer:error.start'))).toBeVisible();
    await waitFor(() => expect(timer().getByRole('timer')).toHaveTextContent('00:00:00'));
    expect(notes).toHaveValue('Forms');
  });

  test('says so when it cannot be stopped, and goes on', async () => {
    const running_entry = { ...ENTRY, clock_in: new Date(Date.now() - 60_000).toISOString() };
    const { user } = await open('', {
      viewer: { running_entry },
      answers: { 'POST rpc/clock_out': new Refusal(400, { message: 'no' }) },
    });
    await user.click(timer().getByRole('button', { name: words('time-tracker:timer.stop') }));
    expect(await screen.findByText(words('timer:error.stop'))).toBeVisible();
    await waitFor(() => expect(timer().getByRole('timer')).not.toHaveTextContent('00:00:00'));
  });

  test('counts by the server when the device is an hour wrong', async () => {
    const server = Date.now() - 3_600_000;
    await open('', {
      viewer: {
        server_time: new Date(server).toISOString(),
        running_entry: { ...ENTRY, clock_in: new Date(server - 65_000).toISOString() },
      },
    });
    expect(timer().getByRole('timer')).toHaveTextContent(/^00:01:\d\d$/);
  });

  test('tells those without an employee record whom to ask', async () => {
    await open('', { viewer: { employee: null, company: null } });
    expect(screen.getByText(words('time-tracker:noEmployee.text'))).toBeVisible();
  });

  test('asks to sign in once the session is gone', async () => {
    const { user, backend } = await open('', { viewer: onRiverside });
    localStorage.removeItem('chalkline.session');
    await user.click(start());
    expect(await screen.findByText(words('timer:signInRequired.text'))).toBeVisible();
    expect(backend.sent('POST rpc/clock_in')).toEqual([]);
  });

  test('asks strangers to sign in', async () => {
    // It goes by itself, on a busy machine before the screen below it is loaded.
    const message = screen.findByText(/Please sign in to use the time tracker/);
    await openApp('/time-tracker', { as: null });
    await message;
    expect(window.location.pathname).toBe('/auth/login');
  });
});

describe('the list', () => {
  test('has an empty state for each tab, and nothing of a manager’s for a worker', async () => {
    const { user } = await open('', { as: 'employee' });
    expect(await screen.findByText(words('time-tracker:empty.today'))).toBeVisible();
    for (const key of ['tabs.custom', 'exportPayroll']) {
      expect(screen.queryByText(words(`time-tracker:${key}`))).toBeNull();
    }
    await user.click(screen.getByRole('tab', { name: words('time-tracker:tabs.yesterday') }));
    expect(await screen.findByText(words('time-tracker:empty.yesterday'))).toBeVisible();
    await user.click(screen.getByRole('tab', { name: words('time-tracker:tabs.week') }));
    expect(await screen.findByText(words('time-tracker:empty.week'))).toBeVisible();
    await user.click(screen.getByRole('button', { name: words('time-tracker:empty.add') }));
    expect(await screen.findByRole('dialog')).toHaveAccessibleName(
      words('time-tracker:form.addTitle'),
    );
  });

  test('shows what runs, adds it to the total and does not let it be deleted', async () => {
    const clock_in = new Date(Date.now() - 30 * 60_000).toISOString();
    const running: TimeEntry = {
      ...ENTRY,
      clock_in,
      clock_out: null,
      project_id: null,
      notes: 'Cleanup',
      status: 'active',
      minutes: null,
    };
    const { user } = await open('', { as: 'employee', answers: listed(running) });
    const row = within(await table()).getAllByRole('row')[1] as HTMLElement;
    for (const text of ['Unknown Project', 'Active', /0:3[01]/])
      expect(row).toHaveTextContent(text);
    const remove = within(row).getByRole('button', { name: /Stop the timer before deleting/ });
    expect(remove).toHaveAttribute('aria-disabled', 'true');
    await user.click(remove);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(
      within(await table())
        .getAllByRole('row')
        .at(-1),
    ).toHaveTextContent(/Total.*0:3[01]/);
  });

  test.each([
    ['America/New_York', '7:00 AM', '11:00 AM'],
    ['Europe/Berlin', '1:00 PM', '5:00 PM'],
    ['Asia/Kolkata', '5:30 PM', '9:30 PM'],
  ])('writes times in the company’s zone: %s', async (time_zone, from, to) => {
    const company = { ...viewerIn('owner').company, time_zone } as never;
    await open(TENTH, { viewer: { company }, answers: listed(ENTRY) });
    const [, row] = within(await table()).getAllByRole('row');
    for (const text of [from, to, '4:00']) expect(row).toHaveTextContent(text);
  });
});

describe('entries by hand', () => {
  async function openNew(answers = {}) {
    const opened = await open('', {
      viewer: onRiverside,
      answers: { 'POST rpc/save_time_entry': null, ...answers },
    });
    const { user, backend } = opened;
    await timer().findByText('Riverside Tower');
    await user.click(screen.getByRole('button', { name: words('time-tracker:addManual') }));
    const form = await dialog();
    const fill = async (values: Record<string, string>) => {
      for (const [key, value] of Object.entries(values)) {
        const field = form.getByLabelText(words(`time-tracker:form.${key}`));
        await user.clear(field);
        await user.type(field, value);
      }
    };
    const save = () => user.click(form.getByRole('button', { name: words('common:action.save') }));
    const sent = () => backend.sent('POST rpc/save_time_entry');
    return { ...opened, form, fill, save, sent };
  }
  const created = () => screen.findByText(words('time-tracker:toast.created'));

  test('an end before the start is the next day, and says so', async () => {
    const { form, fill, save, sent } = await openNew();
    await fill({ date: '2026-11-10', start: '10p', end: '6:00 AM' });
    expect(form.getByText(/Ends on the next day, Wed, Nov 11/)).toBeVisible();
    await save();
    await created();
    expect(sent()).toMatchObject([
      { clock_in_param: '2026-11-11T03:00:00Z', clock_out_param: '2026-11-11T11:00:00Z' },
    ]);
  });

  test('asks which 1:30 AM when clocks went back', async () => {
    const { user, form, fill, save, sent } = await openNew();
    await fill({ date: '2026-11-01', start: '1:30 AM', end: '9:00 AM' });
    await save();
    expect(form.getByText(words('time-tracker:form.problem.whichOne'))).toBeVisible();
    expect(sent()).toEqual([]);
    await user.click(form.getByRole('radio', { name: 'Second, EST' }));
    expect(form.getByText(/Worked: 7 h 30 min/)).toBeVisible();
    await save();
    await created();
    expect(sent()).toMatchObject([{ clock_in_param: '2026-11-01T06:30:00Z' }]);
  });

  test('refuses 2:30 AM on the day it does not exist', async () => {
    const { form, fill, save, sent } = await openNew();
    await fill({ date: '2026-03-08', start: '2:30 AM', end: '9:00 AM' });
    expect(form.getByText(words('time-tracker:form.problem.skippedTime'))).toBeVisible();
    await save();
    expect(sent()).toEqual([]);
    await fill({ start: '11p', date: '2026-03-07', end: '7:30 AM' });
    // Thirty minutes of lunch later it would be the 7:00 of vector OT-D1.
    expect(form.getByText(/Worked: 7 h 30 min/)).toBeVisible();
  });

  test('shows the entry in the way and leads to it', async () => {
    const { user, fill, save } = await openNew({
      ...stored(ENTRY),
      'POST rpc/save_time_entry': new Refusal(409, {
        code: 'P0001',
        hint: 'time_overlap',
        message: 'overlap',
        details: JSON.stringify({ ...ENTRY }),
      }),
    });
    await fill({ date: '2026-11-10', start: '8a', end: '9a', description: 'Mine' });
    await save();
    const notice = await screen.findByText('Nov 10, 7:00 AM – Nov 10, 11:00 AM, Riverside Tower');
    expect(notice).toBeVisible();
    expect(screen.getByDisplayValue('Mine')).toBeVisible();
    await user.click(screen.getByRole('button', { name: words('time-tracker:form.overlap.open') }));
    expect(await screen.findByDisplayValue('The other one')).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveAccessibleName(words('time-tracker:form.editTitle'));
  });

  test('explains refusals beside the field and keeps what was typed', async () => {
    const { backend, form, fill, save, sent } = await openNew({
      'POST rpc/save_time_entry': new Refusal(400, {
        code: 'P0001',
        hint: 'time_in_future',
        message: 'future',
      }),
    });
    await fill({ date: '2026-11-10', start: 'soon', end: '8a' });
    await save();
    expect(form.getByText(words('time-tracker:form.problem.timeInvalid'))).toBeVisible();
    expect(sent()).toEqual([]);
    await fill({ start: '7a' });
    await save();
    await waitFor(() =>
      expect(form.getByLabelText(words('time-tracker:form.end'))).toHaveAccessibleDescription(
        expect.stringContaining(words('errors:time_in_future')),
      ),
    );
    // No signal, and a browser that cannot keep anything either.
    backend.answer({ 'POST rpc/save_time_entry': lost });
    await save();
    const button = () => form.getByRole('button', { name: words('common:action.save') });
    await waitFor(() => expect(sent()).toHaveLength(2));
    await waitFor(() => expect(button()).toBeEnabled());
    expect((await screen.findAllByText(words('time-tracker:error.create'))).length).toBeGreaterThan(
      0,
    );
    expect(form.getByLabelText(words('time-tracker:form.start'))).toHaveValue('7:00 AM');
    backend.answer({ 'POST rpc/save_time_entry': null });
    await save();
    await created();
    // However often it was sent: one id, one entry.
    expect(new Set(sent().map(({ id_param }) => id_param)).size).toBe(1);
  });

  test('are written with the keyboard alone', async () => {
    const { user, fill, sent } = await openNew();
    await fill({ start: '12:05 AM' });
    await user.tab();
    await user.keyboard('12:10 AM{Enter}');
    await created();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toHaveLength(1);
  });

  test('say so when a change or a deletion fails', async () => {
    const { user } = await open(TENTH, {
      answers: {
        ...stored(ENTRY),
        'POST rpc/save_time_entry': lost,
        'POST rpc/delete_time_entry': lost,
      },
    });
    await user.click(within(await table()).getByRole('button', { name: /^Edit/ }));
    const form = await dialog();
    await user.click(await form.findByRole('button', { name: words('common:action.save') }));
    expect(await screen.findByText(words('time-tracker:error.update'))).toBeVisible();
    await user.click(form.getByRole('button', { name: words('common:action.cancel') }));
    await user.click(within(await table()).getByRole('button', { name: /^Delete/ }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: words('time-tracker:delete.confirm') }));
    expect(await screen.findByText(words('time-tracker:error.delete'))).toBeVisible();
  });

  const tess = { ...ENTRY, employee_id: COMPANY_ID, first_name: 'Tess', last_name: 'Soto' };

  test('of others take a reason, and need none where the company asks for none', async () => {
    const { user, backend } = await open(TENTH, {
      answers: { ...stored(tess), 'POST rpc/save_time_entry': null },
    });
    await user.click(within(await table()).getByRole('button', { name: /^Edit/ }));
    const form = await dialog();
    await user.click(await form.findByRole('button', { name: words('common:action.save') }));
    await screen.findByText(words('time-tracker:toast.updated'));
    expect(backend.sent('POST rpc/save_time_entry')).toMatchObject([{ reason_param: null }]);
  });

  test('of others need a reason where the company asks for it', async () => {
    const { company } = viewerIn('owner');
    const { user, backend } = await open(TENTH, {
      viewer: { company: { ...company, edit_reason_required: true } as typeof company },
      answers: { ...stored(tess), 'POST rpc/save_time_entry': null },
    });
    await user.click(within(await table()).getByRole('button', { name: /^Edit/ }));
    const form = await dialog();
    const save = await form.findByRole('button', { name: words('common:action.save') });
    await user.click(save);
    expect(form.getByText(words('time-tracker:form.problem.reasonMissing'))).toBeVisible();
    expect(backend.sent('POST rpc/save_time_entry')).toEqual([]);
    await user.type(form.getByLabelText(words('time-tracker:form.reason')), 'Forgot to clock out');
    await user.click(save);
    await screen.findByText(words('time-tracker:toast.updated'));
    expect(backend.sent('POST rpc/save_time_entry')).toMatchObject([
      { id_param: ENTRY_ID, reason_param: 'Forgot to clock out' },
    ]);
  });

  test('leave a history: who, from what to what, and why', async () => {
    const { user } = await open(TENTH, {
      answers: stored(ENTRY, {
        'POST rpc/time_entry_history': [
          {
            occurred_at: '2026-11-11T15:00:00Z',
            action: 'updated',
            entity: 'time_entries',
            actor_name: 'Maria Reyes',
            source: 'web',
            before: { clock_out: '2026-11-10T16:00:00Z' },
            after: { clock_out: '2026-11-10T17:00:00Z' },
            reason: 'Forgot to clock out',
          },
        ],
        'GET synced_events': [
          {
            id: COMPANY_ID,
            kind: 'clock_out',
            sequence: 2,
            happened_at: '2026-11-10T17:04:00Z',
            offset_ms: -240_000,
            counts_at: '2026-11-10T17:00:00Z',
            created_at: '2026-11-10T20:00:00Z',
          },
        ],
      }),
    });
    await user.click(within(await table()).getByRole('button', { name: /^Edit/ }));
    const form = await dialog();
    await user.click(await form.findByText(words('time-tracker:history.title')));
    const change = (await form.findByText('Maria Reyes changed')).closest('li');
    expect(change).toHaveTextContent('Nov 10, 11:00 AM → Nov 10, 12:00 PM');
    expect(change).toHaveTextContent('Reason: Forgot to clock out');
    const evidence = await form.findByRole('region', {
      name: words('time-tracker:evidence.title'),
    });
    expect(evidence).toHaveTextContent("Phone's time 12:04 PM · phone 4 min ahead · No. 2");
  });

  test('cannot be changed once approved, and say so', async () => {
    const { user } = await open(TENTH, {
      answers: stored({ ...ENTRY, frozen: 'approved' }, { 'GET approvals': [{ id: COMPANY_ID }] }),
    });
    const row = within(await table());
    expect(row.getByRole('button', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true');
    await user.click(row.getByRole('button', { name: /^View/ }));
    const form = await dialog();
    expect(await form.findByText(words('time-tracker:form.frozenApproved'))).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveAccessibleName(words('time-tracker:form.viewTitle'));
    expect(form.queryByRole('button', { name: words('common:action.save') })).toBeNull();
  });
});
