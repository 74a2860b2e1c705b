import { expect, test } from 'vitest';
import {
  type Conflict,
  conflictOf,
  currentConflict,
  type Decision,
  isClash,
  sameValue,
  subscribeToConflicts,
} from '@/entities/edit/conflict';
import { changedFields, type Edit, resolved, sendEdit } from '@/entities/edit/send-edit';
import { AppError } from '@/lib/errors';

const refusal = (fields: Conflict['fields']) =>
  new AppError('changed_meanwhile', {
    detail: JSON.stringify({ entity: 'projects', fields, saved_by: 'Luis Ortega' }),
  });

const CLIENT = { field: 'client', based_on: 'Old', saved: 'Theirs', yours: 'Mine' };
const ADDRESS = { field: 'address', based_on: null, saved: '2 Main St' };

test('only what was changed is sent; what belongs together goes together', () => {
  const edit: Edit = {
    before: { name: 'A', latitude: 1, longitude: 2, tags: ['a'], accrual: { hours: 1, kind: 'x' } },
    after: { name: 'A', latitude: 3, longitude: 2, tags: ['a'], accrual: { kind: 'x', hours: 1 } },
  };
  expect(changedFields(edit)).toEqual({ latitude: 3 });
  expect(changedFields(edit, [['latitude', 'longitude']])).toEqual({ latitude: 3, longitude: 2 });
});

test('nothing and null are the same, other values are not', () => {
  expect(sameValue(undefined, null)).toBe(true);
  expect(sameValue('', null)).toBe(false);
  expect(sameValue([1, 2], [2, 1])).toBe(false);
});

test('the refusal of an edit is read, any other failure is not', () => {
  expect(conflictOf(refusal([CLIENT]))).toMatchObject({ saved_by: 'Luis Ortega' });
  expect(conflictOf(new AppError('changed_meanwhile'))).toBeNull();
  expect(conflictOf(new AppError('not_found', { detail: '{"fields":[]}' }))).toBeNull();
  expect(isClash(CLIENT)).toBe(true);
  expect(isClash(ADDRESS)).toBe(false);
});

test('a resolved edit is based on what is saved, with the values that were chosen', () => {
  const edit = {
    before: { client: 'Old', address: null },
    after: { client: 'Mine', address: null },
  };
  const conflict = conflictOf(refusal([CLIENT, ADDRESS])) as Conflict;
  const before = { client: 'Theirs', address: '2 Main St' };
  expect(resolved(edit, conflict, new Map([['client', 'yours']]))).toEqual({
    before,
    after: { client: 'Mine', address: '2 Main St' },
  });
  expect(resolved(edit, conflict, new Map([['client', 'saved']]))).toEqual({
    before,
    after: before,
  });
});

/** Sends an edit that is refused once and answers the question as told. */
async function sendRefused(decision: Decision) {
  const sent: Edit[] = [];
  const stop = subscribeToConflicts(() => currentConflict()?.answer(decision));
  const outcome = await sendEdit(
    { before: { client: 'Old' }, after: { client: 'Mine' } },
    async (edit) => {
      sent.push(edit);
      if (sent.length === 1) throw refusal([CLIENT]);
      return 'saved';
    },
  ).catch((cause: AppError) => cause.code);
  stop();
  return { sent, outcome };
}

test('the person is asked once and the result is sent again', async () => {
  const { sent, outcome } = await sendRefused(new Map([['client', 'yours']]));
  expect(outcome).toBe('saved');
  expect(sent[1]).toEqual({ before: { client: 'Theirs' }, after: { client: 'Mine' } });
});

test('going on editing leaves the refusal to the form', async () => {
  const { sent, outcome } = await sendRefused(null);
  expect(outcome).toBe('changed_meanwhile');
  expect(sent).toHaveLength(1);
});

test('where nobody can be asked the refusal stands', async () => {
  const refused = sendEdit({ before: {}, after: {} }, () => Promise.reject(refusal([CLIENT])));
  await expect(refused).rejects.toMatchObject({ code: 'changed_meanwhile' });
});
