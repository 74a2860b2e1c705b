import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OfficeScreen } from '@/features/tickets/office/office-screen';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const ticket = {
  ticket_id: 't1',
  project_id: 'p1',
  project_name: 'Harbor Point',
  customer: 'Gail Builders',
  number: 3,
  revision: 1,
  work_date: '2026-03-02',
  description: 'Move the wall',
  directed_by: 'Gail',
  status: 'signed',
  stage: 'unpriced',
  signed_at: '2026-03-02T20:00:00Z',
  refused_at: null,
  age_days: 41,
  since: '2026-03-02',
  total_amount: null,
  submitted_on: null,
  decided_on: null,
  invoice_id: null,
  invoice_number: null,
  budget_version: null,
};
const approved = {
  ...ticket,
  ticket_id: 't2',
  number: 4,
  revision: 0,
  stage: 'approved',
  age_days: 9,
  total_amount: 1931.28,
};
const line = {
  line_id: 'l1',
  kind: 'labor',
  description: 'Ana Ruiz',
  trade: 'Carpenter',
  hours_kind: 'overtime',
  quantity: 1.5,
  unit: 'h',
  rate: null,
  is_typed: false,
  markup_percent: 0,
  taxable: false,
  amount: null,
  markup_amount: null,
  missing: 'overtime_rate',
};
const zero = { labor: 0, equipment: 0, material: 0, other: 0 };
const pricing = {
  ticket_id: 't1',
  number: 3,
  revision: 1,
  status: 'signed',
  work_date: '2026-03-02',
  lines: [
    line,
    {
      ...line,
      line_id: 'l2',
      kind: 'material',
      description: 'Studs',
      hours_kind: 'regular',
      unit: 'ea',
      quantity: 4,
      rate: 10,
      is_typed: true,
      amount: 40,
      markup_amount: 6,
      taxable: true,
      missing: null,
    },
  ],
  ...zero,
  material: 40,
  labor_markup: 0,
  equipment_markup: 0,
  material_markup: 6,
  other_markup: 0,
  agreed: { ...zero, material: 15, tax_percent: 8.25 },
  own_markups: { labor: null, equipment: null, material: null, other: null },
  own_tax_percent: null,
  tax_percent: 8.25,
  tax: 3.3,
  total: null,
  priced_at: null,
  submitted_on: null,
  decided_on: null,
  decision_note: null,
  billed_at: null,
  invoice_number: null,
  budget_version: null,
};
const answers = {
  'POST rpc/office_tickets': [
    ticket,
    approved,
    { ...ticket, ticket_id: 't3', number: 9, stage: 'billed', total_amount: 10 },
  ],
  'POST rpc/ticket_pricing': pricing,
  'GET projects': [{ id: 'p1', name: 'Harbor Point', status: 'active', archived_at: null }],
  'GET employees': [],
  'GET cost_codes': [],
};
const namespaces = ['billing', 'common'] as const;

test('shows what waits and how old it is; billed tickets are behind the filter', async () => {
  await openPart(<OfficeScreen />, { namespaces, answers });
  expect(await screen.findByText('1 ticket, oldest 41 days')).toBeVisible();
  expect(screen.getAllByText('$1,931.28').length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Ticket 3 R1' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ticket 9 R1' })).toBeNull();
});

test('prices are for managers: a foreman sees that and nothing is asked for', async () => {
  const { backend } = await openPart(<OfficeScreen />, { namespaces, answers, as: 'foreman' });
  expect(await screen.findByText(words('billing:managersOnly'))).toBeVisible();
  expect(backend.sent('POST rpc/office_tickets')).toEqual([]);
});

test('a missing rate is named on its line, and what was typed stays when the server refuses it', async () => {
  const { user, backend } = await openPart(<OfficeScreen />, {
    namespaces,
    answers: { ...answers, 'POST rpc/price_ticket': new Refusal(400, { hint: 'invalid_prices' }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Ticket 3 R1' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(words('billing:missing.overtime_rate'))).toBeVisible();
  const rate = dialog.getByRole('textbox', { name: 'Rate of Ana Ruiz' });
  await user.type(rate, '-5');
  await user.click(dialog.getByRole('button', { name: words('billing:price.save') }));
  expect(await dialog.findByText(words('billing:required.price'))).toBeVisible();
  expect(backend.sent('POST rpc/price_ticket')).toEqual([]);
  await user.clear(rate);
  await user.type(rate, '107.25');
  await user.click(dialog.getByRole('button', { name: words('billing:price.save') }));
  await waitFor(() => expect(backend.sent('POST rpc/price_ticket')).toHaveLength(1));
  expect(backend.sent('POST rpc/price_ticket')).toMatchObject([
    {
      id_param: 't1',
      prices_param: {
        tax_percent: null,
        lines: [
          { line_id: 'l1', rate: 107.25, taxable: false },
          { line_id: 'l2', rate: 10, taxable: true },
        ],
      },
    },
  ]);
  expect(rate).toHaveValue('107.25');
});

test('chosen tickets become an invoice draft, and time without a rate is named', async () => {
  const { user, backend } = await openPart(<OfficeScreen />, {
    namespaces,
    answers: {
      ...answers,
      'POST rpc/billable_work': {
        bills_time: true,
        tickets: [
          {
            ticket_id: 't2',
            number: 4,
            revision: 0,
            work_date: '2026-03-02',
            description: 'Move the wall',
            total: 1931.28,
          },
        ],
        time: [],
        missing: [
          {
            employee_id: 'e',
            name: 'Luis Ortega',
            hours_kind: 'overtime',
            first_date: '2026-03-05',
            minutes: 90,
          },
        ],
        unapproved_minutes: 60,
      },
      'POST rpc/draft_invoice': { id: 'i1', number: 7 },
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Choose ticket 4' }));
  await user.click(screen.getByRole('button', { name: 'Invoice 1 ticket, $1,931.28' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Luis Ortega, overtime: 1 h 30 min/)).toBeVisible();
  expect(dialog.getByText(/1 h of time is not approved/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: words('billing:invoice.save') }));
  await waitFor(() => expect(backend.sent('POST rpc/draft_invoice')).toHaveLength(1));
  expect(backend.sent('POST rpc/draft_invoice')).toMatchObject([
    { project_id_param: 'p1', ticket_ids_param: ['t2'] },
  ]);
});
