import { describe, expect, test } from 'vitest';
import { FakeQuickBooks } from '../../../testing/quickbooks-desktop/fake-quickbooks.ts';
import type { ActivityContent, DeletedActivity, WrittenActivity } from '../system.ts';
import { applyAnswers } from './apply-answers.ts';
import { readAnswers, readCompanyFile } from './read-qbxml.ts';
import { refusalOf } from './status-codes.ts';
import { firstStep, LISTS, type Step } from './step.ts';
import { writeQbxml } from './write-qbxml.ts';

const CONTENT: ActivityContent = {
  work_date: '2026-11-02',
  person: { kind: 'employee', external_id: 'E1', name: 'Ana Peña' },
  customer: { external_id: 'C1', name: 'Alder:House 4' },
  project: null,
  item: { external_id: 'I1', name: 'Framing' },
  class: { external_id: 'K1', name: 'North' },
  payroll_item: { external_id: 'P2', name: 'Overtime' },
  hours: 2,
  minutes: 15,
  seconds: 8100,
  billable: false,
  description: 'Framing & trim [CL:7f3a21bc]',
};
const activity = (changed: Partial<WrittenActivity> = {}): WrittenActivity => ({
  id: 'a1',
  action: 'create',
  requestId: 'r1',
  externalId: null,
  syncToken: null,
  attempt: 1,
  content: CONTENT,
  sentContent: null,
  mayExist: true,
  isUnanswered: false,
  ...changed,
});

function openQuickBooks(): FakeQuickBooks {
  const quickBooks = new FakeQuickBooks();
  quickBooks.list('Employee', [{ id: 'E1', name: 'Ana Peña', email: 'ana@example.com' }]);
  quickBooks.list('Vendor', [{ id: 'V1', name: 'Roof Subs' }]);
  quickBooks.list('OtherName', [{ id: 'O1', name: 'Partner', isActive: false }]);
  quickBooks.list('Customer', [
    { id: 'C0', name: 'Alder' },
    { id: 'C1', name: 'Alder:House 4', parent: 'C0' },
  ]);
  quickBooks.list('ItemService', [{ id: 'I1', name: 'Framing' }]);
  quickBooks.list('Class', [{ id: 'K1', name: 'North' }]);
  quickBooks.list('PayrollItemWage', [{ id: 'P2', name: 'Overtime' }]);
  return quickBooks;
}

/** Writes, lets QuickBooks do it, and reads what it means. */
function exchange(quickBooks: FakeQuickBooks, steps: readonly Step[]) {
  const processed = quickBooks.process(writeQbxml(steps));
  if (!('response' in processed)) throw new Error(processed.message);
  return applyAnswers(steps, readAnswers(processed.response));
}
const outcomes = (quickBooks: FakeQuickBooks, steps: readonly Step[]) =>
  exchange(quickBooks, steps).outcomes.map(({ outcome }) => outcome);

/** Step after step until there is an outcome. */
function finish(quickBooks: FakeQuickBooks, first: Step) {
  let steps: readonly Step[] = [first];
  for (;;) {
    const { outcomes: found, next } = exchange(quickBooks, steps);
    if (next.length === 0) return found[0]?.outcome;
    steps = next;
  }
}

function sentActivity(
  quickBooks: FakeQuickBooks,
  changed: Partial<WrittenActivity> = {},
): WrittenActivity {
  const [outcome] = outcomes(quickBooks, [{ kind: 'add', activity: activity() }]);
  if (outcome?.kind !== 'sent') throw new Error('not sent');
  const { external_id: externalId, sync_token: syncToken } = outcome;
  const sent = { externalId, syncToken, sentContent: CONTENT, attempt: 2 };
  return activity({ action: 'update', ...sent, ...changed });
}

const deletion = (sent: WrittenActivity): DeletedActivity => ({
  ...sent,
  action: 'delete',
  content: null,
  sentContent: CONTENT,
});

test('time goes with its payroll item, in the order that QuickBooks wants', () => {
  const quickBooks = openQuickBooks();
  const [outcome] = outcomes(quickBooks, [{ kind: 'add', activity: activity() }]);
  expect(outcome).toMatchObject({ kind: 'sent', external_id: expect.stringMatching(/-/) });
  const [row] = [...quickBooks.times.values()];
  expect(Object.fromEntries(row?.fields ?? [])).toEqual({
    TxnDate: '2026-11-02',
    EntityRef: 'E1',
    CustomerRef: 'C1',
    ItemServiceRef: 'I1',
    Duration: 'PT2H15M',
    ClassRef: 'K1',
    PayrollItemWageRef: 'P2',
    Notes: 'Framing & trim [CL:7f3a21bc]',
    BillableStatus: 'NotBillable',
  });
});

test('the fake refuses another order of elements', () => {
  const quickBooks = openQuickBooks();
  const right = writeQbxml([{ kind: 'add', activity: activity() }]);
  const wrong = right.replace(/(<Duration>.*?<\/Duration>)(<ClassRef>.*?<\/ClassRef>)/, '$2$1');
  const processed = quickBooks.process(wrong);
  expect(processed).toMatchObject({ response: expect.stringContaining('statusCode="-1"') });
  expect(quickBooks.times.size).toBe(0);
  expect(quickBooks.process(right.replace('</QBXML>', ''))).toMatchObject({
    hresult: '0x80040400',
  });
});

test('letters that QuickBooks cannot store do not stop the others', () => {
  const quickBooks = openQuickBooks();
  const description = `Piso 3 – “muro” 🧱 Peña ${'x'.repeat(5000)} [CL:7f3a21bc]`;
  outcomes(quickBooks, [
    { kind: 'add', activity: activity({ content: { ...CONTENT, description } }) },
  ]);
  const notes = [...quickBooks.times.values()][0]?.fields.get('Notes') ?? '';
  expect(notes).toMatch(/^Piso 3 - "muro" \? Peña x+ \[CL:7f3a21bc\]$/);
  expect(notes.length).toBeLessThanOrEqual(4095);
});

test('lists are read by id; vendors and other names are one', () => {
  const quickBooks = openQuickBooks();
  quickBooks.lists.delete('Class');
  const { lists, problem } = exchange(
    quickBooks,
    LISTS.map((list) => ({ kind: 'list', list })),
  );
  expect(problem).toBeNull();
  expect(lists).toMatchObject([
    { kind: 'employee', complete: true, rows: [{ external_id: 'E1', email: 'ana@example.com' }] },
    {
      kind: 'vendor',
      complete: true,
      rows: [{ external_id: 'V1' }, { external_id: 'O1', active: false }],
    },
    { kind: 'customer', complete: true, rows: [{}, { name: 'Alder:House 4', parent: 'C0' }] },
    { kind: 'item', complete: true },
    { kind: 'class', complete: true, rows: [] },
    { kind: 'payroll_item', complete: true },
  ]);
});

describe('after a lost answer', () => {
  test('what was added is found by its marker and not added again', () => {
    const quickBooks = openQuickBooks();
    outcomes(quickBooks, [{ kind: 'add', activity: activity() }]);
    const again = firstStep(activity({ attempt: 2 }));
    expect(again.kind).toBe('find');
    expect(finish(quickBooks, again)).toMatchObject({ kind: 'sent' });
    expect(quickBooks.times.size).toBe(1);
  });

  test('what did not arrive is added', () => {
    const quickBooks = openQuickBooks();
    expect(finish(quickBooks, firstStep(activity({ attempt: 2 })))).toMatchObject({ kind: 'sent' });
    expect(quickBooks.times.size).toBe(1);
  });

  test('what a person changed there meanwhile is a conflict', () => {
    const quickBooks = openQuickBooks();
    outcomes(quickBooks, [{ kind: 'add', activity: activity() }]);
    quickBooks.edit([...quickBooks.times.keys()][0] ?? '', { Duration: 'PT5H0M' });
    expect(finish(quickBooks, firstStep(activity({ attempt: 2 })))).toMatchObject({
      kind: 'conflict',
      reason: 'edited',
      theirs: { content: { hours: 5, person: { name: 'Ana Peña' } } },
    });
  });

  test('a change that arrived is not a conflict', () => {
    const quickBooks = openQuickBooks();
    const changed = sentActivity(quickBooks, { content: { ...CONTENT, hours: 3 } });
    finish(quickBooks, firstStep(changed));
    expect(finish(quickBooks, firstStep(changed))).toMatchObject({ kind: 'sent' });
  });

  test('a deletion that arrived is done', () => {
    const quickBooks = openQuickBooks();
    const gone = deletion(sentActivity(quickBooks));
    expect(finish(quickBooks, firstStep(gone))).toEqual({ kind: 'deleted' });
    expect(finish(quickBooks, firstStep(gone))).toEqual({ kind: 'deleted' });
    expect(quickBooks.times.size).toBe(0);
  });
});

describe('what a person did there', () => {
  const more = { content: { ...CONTENT, hours: 3 } };
  test('is not overwritten', () => {
    const quickBooks = openQuickBooks();
    const changed = sentActivity(quickBooks, more);
    quickBooks.edit(changed.externalId ?? '', { Duration: 'PT4H0M' });
    expect(finish(quickBooks, firstStep(changed))).toMatchObject({
      kind: 'conflict',
      reason: 'edited',
    });
    expect(quickBooks.times.get(changed.externalId ?? '')?.fields.get('Duration')).toBe('PT4H0M');
  });

  test('between reading and writing is seen: a stale edit sequence is read again', () => {
    const quickBooks = openQuickBooks();
    const changed = sentActivity(quickBooks, more);
    const { next } = exchange(quickBooks, [firstStep(changed)]);
    quickBooks.edit(changed.externalId ?? '', { Duration: 'PT4H0M' });
    const [step] = exchange(quickBooks, next).next;
    expect(step).toMatchObject({ kind: 'find', count: 2 });
    expect(finish(quickBooks, step as Step)).toMatchObject({ kind: 'conflict', reason: 'edited' });
  });

  test('without a difference is no conflict', () => {
    const quickBooks = openQuickBooks();
    const changed = sentActivity(quickBooks, more);
    quickBooks.edit(changed.externalId ?? '', {});
    expect(finish(quickBooks, firstStep(changed))).toMatchObject({ kind: 'sent' });
    expect(quickBooks.times.get(changed.externalId ?? '')?.fields.get('Duration')).toBe('PT3H15M');
  });

  test.each(['update', 'delete'] as const)('billed stays as it is (%s)', (action) => {
    const quickBooks = openQuickBooks();
    const sent = sentActivity(quickBooks, more);
    const changed = action === 'delete' ? deletion(sent) : sent;
    quickBooks.edit(changed.externalId ?? '', { BillableStatus: 'HasBeenBilled' });
    expect(finish(quickBooks, firstStep(changed))).toMatchObject({
      kind: 'conflict',
      reason: 'billed',
    });
    expect(quickBooks.times.size).toBe(1);
  });

  test('entered by hand is not added beside it, unless somebody decided so', () => {
    const quickBooks = openQuickBooks();
    outcomes(quickBooks, [{ kind: 'add', activity: activity() }]);
    quickBooks.edit([...quickBooks.times.keys()][0] ?? '', { Notes: 'typed on Friday' });
    expect(finish(quickBooks, firstStep(activity()))).toMatchObject({
      kind: 'conflict',
      reason: 'exists',
      theirs: { external_id: expect.any(String), content: { description: 'typed on Friday' } },
    });
    expect(finish(quickBooks, firstStep(activity({ mayExist: false })))).toMatchObject({
      kind: 'sent',
    });
    expect(quickBooks.times.size).toBe(2);
  });

  test('deleted there is said', () => {
    const quickBooks = openQuickBooks();
    const changed = sentActivity(quickBooks, more);
    quickBooks.times.clear();
    expect(finish(quickBooks, firstStep(changed))).toMatchObject({
      kind: 'conflict',
      reason: 'gone',
    });
  });
});

describe('refusals', () => {
  test.each([
    [3260, 'connection', 'permission'],
    [3250, 'connection', 'feature_off'],
    [3175, 'moment', 'locked'],
    [3171, 'activity', 'closed_period'],
    [3140, 'activity', 'reference_missing'],
    [-1, 'activity', 'refused'],
    [9999, 'activity', 'refused'],
  ])('%i is about the %s: %s', (code, scope, name) => {
    expect(refusalOf({ code, message: 'm' })).toEqual({ scope, code: name, detail: `${code}: m` });
  });

  test('one that is refused stops no other; without permission nothing is lost', () => {
    const quickBooks = openQuickBooks();
    const unknown = { ...CONTENT, person: { ...CONTENT.person, external_id: 'E9' } };
    const steps: Step[] = [
      { kind: 'add', activity: activity({ content: unknown }) },
      { kind: 'add', activity: activity() },
    ];
    expect(outcomes(quickBooks, steps)).toMatchObject([
      { kind: 'refused', code: 'reference_missing' },
      { kind: 'sent' },
    ]);
    quickBooks.refuse = () => [3260, 'Insufficient permission level to perform this action.'];
    const { outcomes: retried, problem } = exchange(quickBooks, [
      { kind: 'add', activity: activity() },
    ]);
    expect(retried[0]?.outcome).toMatchObject({ kind: 'retry' });
    expect(problem).toMatchObject({ code: 'permission' });
  });
});

test('which company is open is read from the first call', () => {
  const quickBooks = openQuickBooks();
  quickBooks.companyName = 'R & D <Builders>';
  expect(readCompanyFile(quickBooks.hostCompanyPreferences())).toEqual({
    name: 'R & D <Builders>',
    fileId: null,
  });
});
