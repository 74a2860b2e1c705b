import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeliveryPanel } from '@/features/public-work/handoff/delivery-panel';
import { HandoffTab } from '@/features/public-work/handoff/handoff-tab';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const CONTRACT = { id: 'k1', company_id: 'c1', project_id: 'p1', week_ends_on: 0 };
const SUB = {
  id: 's1',
  company_id: 'c1',
  project_id: 'p1',
  name: 'Fox Electric',
  email: 'office@fox.example',
  language: 'en',
  first_week_end: '2026-03-08',
  revoked_at: null,
  last_seen_at: null,
};
const REPORT = {
  id: 'r1',
  company_id: 'c1',
  subcontractor_id: 's1',
  week_end: '2026-03-08',
  version: 1,
  number: 1,
  workers: 4,
  hours: 152.5,
  gross: 6100.25,
  no_work: false,
  final: false,
  note: '',
  handed_in_by: 'Dana Fox',
  path: null,
  file_name: null,
  media_type: null,
  status: 'handed_in',
  decided_at: null,
  decision_note: null,
  created_at: '2026-03-10T15:00:00Z',
};
const answers = {
  'GET projects': [{ id: 'p1', name: 'Harbor school', status: 'active', archived_at: null }],
  'GET public_contracts': [CONTRACT],
  'GET subcontractors': [SUB],
  'POST rpc/subcontractor_weeks': [
    {
      subcontractor_id: 's1',
      week_end: '2026-03-08',
      state: 'handed_in',
      report_id: 'r1',
      version: 1,
    },
    {
      subcontractor_id: 's1',
      week_end: '2026-03-15',
      state: 'missing',
      report_id: null,
      version: null,
    },
  ],
  'GET subcontractor_reports': [REPORT],
  'GET handoff_mails': [
    {
      id: 'm1',
      subcontractor_id: 's1',
      kind: 'subcontractor_missing',
      status: 'failed',
      error: 'mailbox full',
    },
  ],
  'GET portal_links': [],
  'GET portal_views': [],
  'GET agency_contacts': [],
};
const namespaces = ['handoff', 'portal-links'] as const;
const open = (more: object = {}) =>
  openPart(<HandoffTab />, { namespaces: [...namespaces], answers: { ...answers, ...more } });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

test('the board shows who is missing and whose mail failed, and mails the missing ones with one press', async () => {
  const { user, backend } = await open({ 'POST rpc/mail_missing_subcontractors': 1 });
  expect(await button(/week ending.*: Missing/)).toBeVisible();
  expect(
    screen.getByText(words('handoff:subs.mailFailed', { error: 'mailbox full' })),
  ).toBeVisible();
  await user.click(await button(words('handoff:subs.mailMissing', { count: 1 })));
  expect(await screen.findByText(words('handoff:subs.mailed', { count: 1 }))).toBeVisible();
  expect(backend.sent('POST rpc/mail_missing_subcontractors')).toEqual([{ ids_param: ['s1'] }]);
});

test('a report is returned with a note only', async () => {
  const { user, backend } = await open({ 'POST rpc/decide_subcontractor_report': null });
  await user.click(await button(/week ending.*: To check/));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Dana Fox')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: words('handoff:report.return') }));
  const send = dialog.getByRole('button', { name: words('handoff:report.return') });
  expect(send).toBeDisabled();
  await user.type(dialog.getByLabelText(words('handoff:report.returnNote')), 'Sign page 2');
  await user.click(send);
  expect(backend.sent('POST rpc/decide_subcontractor_report')).toEqual([
    { id_param: 'r1', accept_param: false, note_param: 'Sign page 2' },
  ]);
});

test('an invitation needs a name and a day on which weeks end; without an address the link is shown once', async () => {
  const { user, backend } = await open({
    'GET subcontractors': [],
    'POST rpc/subcontractor_weeks': [],
    'POST rpc/invite_subcontractor': { id: 's2', token: 'tok' },
  });
  await user.click(await button(words('handoff:subs.invite')));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: words('handoff:invite.send') }));
  expect(dialog.getByText(words('handoff:invite.nameWrong'))).toBeVisible();
  await user.type(dialog.getByLabelText(words('handoff:invite.name')), 'Fox Electric');
  await user.click(dialog.getByRole('button', { name: words('handoff:invite.send') }));
  expect(await screen.findByDisplayValue(/\/subcontractor\/tok$/)).toBeVisible();
  expect(backend.sent('POST rpc/invite_subcontractor')).toMatchObject([
    { project_id_param: 'p1', name_param: 'Fox Electric', email_param: '' },
  ]);
});

test('a link for an outsider says for whom it is, and is shown once', async () => {
  const { user, backend } = await open({
    'POST rpc/create_portal_link': { id: 'l1', token: 'tok' },
  });
  await user.click(await button(words('portal-links:links.new')));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: words('portal-links:newLink.create') }));
  expect(dialog.getByText(words('portal-links:newLink.labelWrong'))).toBeVisible();
  await user.type(dialog.getByLabelText(words('portal-links:newLink.label')), 'Ken');
  await user.click(dialog.getByLabelText(words('portal-links:links.kind.headcount')));
  await user.click(dialog.getByRole('button', { name: words('portal-links:newLink.create') }));
  expect(await screen.findByDisplayValue(/\/portal\/tok$/)).toBeVisible();
  expect(backend.sent('POST rpc/create_portal_link')).toMatchObject([
    { shows_param: ['headcount', 'certified_payrolls'], label_param: 'Ken' },
  ]);
});

test('a link for a project with phases is made for them too unless somebody leaves them out', async () => {
  const project = { status: 'active', archived_at: null };
  const { user, backend } = await open({
    'GET projects': [
      { ...project, id: 'p1', name: 'Harbor school' },
      { ...project, id: 'p2', name: 'Gym', parent_id: 'p1' },
    ],
    'POST rpc/create_portal_link': { id: 'l1', token: 'tok' },
  });
  await user.click(await button(words('portal-links:links.new')));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(words('portal-links:newLink.label')), 'Ken');
  expect(dialog.getByLabelText(words('portal-links:newLink.phases'))).toBeChecked();
  await user.click(dialog.getByRole('button', { name: words('portal-links:newLink.create') }));
  expect(await screen.findByDisplayValue(/\/portal\/tok$/)).toBeVisible();
  expect(backend.sent('POST rpc/create_portal_link')).toMatchObject([{ phases_param: true }]);
});

test('open links say how often they were opened and can be taken back', async () => {
  const { user, backend } = await open({
    'GET portal_links': [
      {
        id: 'l1',
        label: 'Ken',
        shows: ['certified_payrolls'],
        expires_on: '2999-01-01',
        revoked_at: null,
      },
      { id: 'l2', label: 'Old', shows: ['headcount'], expires_on: '2020-01-01', revoked_at: null },
    ],
    'GET portal_views': [
      {
        id: 'v1',
        portal_link_id: 'l1',
        subject: 'certified_payroll',
        address: '203.0.113.0/24',
        device: null,
        viewed_at: '2026-03-18T12:00:00Z',
      },
    ],
    'POST rpc/revoke_portal_link': null,
  });
  expect(await screen.findByText(/1 visit/)).toBeVisible();
  expect(screen.queryByText('Old')).toBeNull();
  await user.click(await button(words('portal-links:links.history')));
  expect(
    await screen.findByText(words('portal-links:links.viewOf.certified_payroll')),
  ).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(await button(words('portal-links:links.revoke')));
  expect(backend.sent('POST rpc/revoke_portal_link')).toEqual([{ id_param: 'l1' }]);
});

const PAYROLL = { id: 'p9', company_id: 'c1', project_id: 'p1', number: 7 };

test('a signed report is mailed to contacts and other addresses; a refusal keeps what was typed', async () => {
  const { user, backend } = await openPart(<DeliveryPanel payroll={PAYROLL} />, {
    namespaces: [...namespaces],
    answers: {
      ...answers,
      'GET agency_contacts': [
        { id: 'a1', name: 'Ken', email: 'ken@agency.example', language: 'en' },
      ],
      'POST rpc/mail_certified_payroll': new Refusal(400, { hint: 'no_mail_here' }),
    },
  });
  await user.click(await button(words('handoff:delivery.mail')));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText(/Another address/), 'desk@agency.example');
  await user.click(dialog.getByRole('button', { name: words('handoff:mail.send') }));
  expect(await dialog.findByText(words('handoff:failure.no_mail_here'))).toBeVisible();
  expect(dialog.getByLabelText(/Another address/)).toHaveValue('desk@agency.example');
  backend.answer({ 'POST rpc/mail_certified_payroll': 2 });
  await user.click(dialog.getByRole('button', { name: words('handoff:mail.send') }));
  expect(await screen.findByText(words('handoff:mail.done', { count: 2 }))).toBeVisible();
  expect(backend.sent('POST rpc/mail_certified_payroll').at(-1)).toMatchObject({
    id_param: 'p9',
    emails_param: ['ken@agency.example', 'desk@agency.example'],
  });
});
