import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { posterPdf } from '@/features/site-sign-in/files/poster-pdf';
import { SiteSignInScreen } from '@/features/site-sign-in/site-sign-in-screen';
import type { Answers } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { pdfFonts, readPdf } from '@/testing/read-pdf';

const PROJECT = '00000000-0000-7000-8000-000000000010';
const visit = (fields: object) => ({
  id: 'v1',
  company_id: 'c1',
  project_id: PROJECT,
  kind: 'subcontractor',
  name: 'Dana Fox',
  company_name: 'Fox Electric',
  trade: null,
  phone: null,
  visiting: null,
  plate: null,
  headcount: 3,
  agreed_at: null,
  work_date: '2026-03-10',
  signed_in_at: '2026-03-10T12:00:00Z',
  how_in: 'qr',
  signed_out_at: null,
  how_out: null,
  closed_at: null,
  note: null,
  ...fields,
});
const FORGOT = visit({ id: 'v2', name: 'Ann Lee', how_out: 'automatic', headcount: 1 });
const DONE = visit({
  id: 'v3',
  name: 'Al Bo',
  how_out: 'kiosk',
  signed_out_at: '2026-03-10T14:00:00Z',
});
const open = (options: { as?: 'owner' | 'foreman'; at?: string; answers?: Answers } = {}) =>
  openPart(<SiteSignInScreen />, {
    namespaces: ['site-sign-in', 'site-visit'],
    as: options.as ?? 'owner',
    at: options.at ?? '/site-sign-in?from=2026-03-10&to=2026-03-10',
    answers: {
      'GET projects': [{ id: PROJECT, name: 'Harbor Annex', status: 'active', archived_at: null }],
      'GET site_visits': ({ query }: { query: URLSearchParams }) =>
        query.has('how_out') ? [visit({})] : [visit({}), FORGOT, DONE],
      'GET site_sign_in_settings': [],
      'GET site_sign_in_links': [],
      ...options.answers,
    },
  });
const t = (key: string, values?: Record<string, string | number>) =>
  words(`site-sign-in:${key}` as 'site-sign-in:title', values);

test('who is here is counted with those who came along, and signed out with one press', async () => {
  const { user, backend } = await open({ answers: { 'POST rpc/sign_out_visitor': {} } });
  expect(await screen.findByText(t('now.count', { count: 3 }))).toBeVisible();
  const out = t('now.outNamed', { name: 'Dana Fox' });
  await user.click(await screen.findByRole('button', { name: out }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/sign_out_visitor')).toMatchObject([{ id_param: 'v1' }]),
  );
});

test('hours nobody knows are said to be so, until somebody says when they left', async () => {
  const { user, backend } = await open({
    as: 'foreman',
    answers: { 'POST rpc/sign_out_visitor': {} },
  });
  const table = within(await screen.findByRole('table', { name: t('history.title') }));
  expect(table.getByText(t('history.unknown'))).toBeVisible();
  expect(table.getByText('6 h')).toBeVisible();
  // Foremen delete nothing.
  expect(table.queryByRole('button', { name: /Delete/ })).toBeNull();
  await user.click(table.getByRole('button', { name: t('history.setTime') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('leave.save') }));
  expect(dialog.getByText(t('leave.timeWrong'))).toBeVisible();
  await user.type(dialog.getByLabelText(t('leave.time')), '3:30p');
  await user.click(dialog.getByRole('button', { name: t('leave.save') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/sign_out_visitor')).toMatchObject([{ id_param: 'v2' }]),
  );
});

test('a foreman signs somebody in; the rules of the site and posters are for managers', async () => {
  const { user, backend } = await open({
    as: 'foreman',
    at: `/site-sign-in?project=${PROJECT}`,
    answers: { 'POST rpc/sign_in_visitor': {} },
  });
  await user.click(await screen.findByRole('button', { name: t('add') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(words('site-visit:other.name')), 'Inspector Kim');
  await user.click(dialog.getByRole('button', { name: t('dialog.save') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/sign_in_visitor')).toMatchObject([
      { project_id_param: PROJECT, visit_param: { name: 'Inspector Kim', kind: 'visitor' } },
    ]),
  );
  expect(screen.queryByText(t('posters.title'))).toBeNull();
});

test('a manager makes a poster, whose code is shown this once, and writes the rules', async () => {
  const { user, backend } = await open({
    at: `/site-sign-in?project=${PROJECT}`,
    answers: {
      'POST rpc/create_site_sign_in_link': { id: 'l1', token: 'secret' },
      'POST site_sign_in_settings': null,
    },
  });
  await user.click(await screen.findByRole('button', { name: t('posters.new') }));
  await user.type(await screen.findByLabelText(/Where it hangs/), 'Gate 1');
  await user.click(screen.getByRole('button', { name: t('posters.create') }));
  expect(await screen.findByText(t('posters.readyTitle'))).toBeVisible();
  expect(backend.sent('POST rpc/create_site_sign_in_link')).toEqual([
    { project_id_param: PROJECT, label_param: 'Gate 1' },
  ]);
  await user.type(screen.getByLabelText(t('setup.rules')), 'Hard hats');
  await user.click(screen.getByRole('button', { name: t('setup.save') }));
  await waitFor(() =>
    expect(backend.sent('POST site_sign_in_settings')).toMatchObject([
      { project_id: PROJECT, rules: 'Hard hats' },
    ]),
  );
});

test('the poster says what to do in both languages, on one sheet', async () => {
  const words = (heading: string) => ({ heading, scan: 'Scan', text: 'Sign out', noSignal: 'Ask' });
  const file = posterPdf(
    {
      project: 'Peñón harbor',
      company: 'Ridge',
      address: 'https://example.com/site/abc',
      words: [words('Visitors'), words('Visitantes')],
    },
    await pdfFonts(),
  );
  const pages = await readPdf(new Uint8Array(file));
  expect(pages).toHaveLength(1);
  const printed = pages[0]?.printed.map(({ text }) => text).join(' ');
  for (const text of ['Peñón harbor', 'Visitors', 'Visitantes']) expect(printed).toContain(text);
});
