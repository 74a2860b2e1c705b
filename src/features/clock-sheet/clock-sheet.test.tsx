import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { adoptEarlierStores } from '@/entities/offline/adopt-earlier-stores';
import { saveAndCall } from '@/entities/offline/save-and-send';
import { sendEvents } from '@/entities/offline/send-events';
import { keepData, restoreData } from '@/entities/offline/stored-queries';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { COMPANY_ID, EMPLOYEE_ID, session } from '@/testing/people';

beforeEach(giveDeviceMemory);

const USER = session().user.id;
const acknowledge = () =>
  saveAndCall('bulletin', 'acknowledge_bulletin', { bulletin_id_param: 'b' });

test('what an earlier version left to send is sent with the rest', async () => {
  const note = { employeeId: EMPLOYEE_ID, id: 'bulletin', action: 'acknowledge', language: 'en' };
  localStorage.setItem('chalkline.bulletin-notes', JSON.stringify([note]));
  const { backend } = await openPart(<p />, {
    namespaces: ['bulletin'],
    answers: { 'POST rpc/acknowledge_bulletin': null },
  });
  await adoptEarlierStores(USER, EMPLOYEE_ID);
  expect(localStorage.getItem('chalkline.bulletin-notes')).toBeNull();
  await sendEvents();
  expect(kept.get(`queue:${USER}`)).toEqual([]);
  expect(backend.sent('POST rpc/acknowledge_bulletin')).toEqual([
    { bulletin_id_param: 'bulletin', language_param: 'en' },
  ]);
});

test('a busy server is told later; what it refuses for good is dropped', async () => {
  const refused = { code: 'P0001', hint: 'bulletin_gone', message: 'no' };
  const { backend } = await openPart(<p />, {
    namespaces: ['bulletin'],
    answers: { 'POST rpc/acknowledge_bulletin': new Refusal(503, { message: 'busy' }) },
  });
  expect(await acknowledge()).toBeNull();
  await sendEvents();
  expect(kept.get(`queue:${USER}`)).toHaveLength(1);
  backend.answer({ 'POST rpc/acknowledge_bulletin': new Refusal(400, refused) });
  await sendEvents();
  expect(kept.get(`queue:${USER}`)).toEqual([]);
});

test('questions, one’s own bulletins and shifts are there after the app was opened without a signal', async () => {
  const questions = [queryKeys.clockQuestions, COMPANY_ID];
  const mine = [queryKeys.bulletins, 'mine', EMPLOYEE_ID];
  const readers = [queryKeys.bulletins, 'readers', 'bulletin'];
  const shifts = [queryKeys.schedule, 'mine', EMPLOYEE_ID, '2026-11-16', '2026-11-29'];
  const board = [queryKeys.schedule, 'board', COMPANY_ID, '2026-11-15', '2026-11-21'];
  for (const key of [questions, mine, readers, shifts, board])
    queryClient.setQueryData(key, [{ id: 'one' }]);
  const stop = keepData('user');
  await waitFor(() => expect(kept.has('data:user')).toBe(true));
  stop();
  queryClient.clear();
  await restoreData('user');
  expect(queryClient.getQueryData(questions)).toEqual([{ id: 'one' }]);
  expect(queryClient.getQueryData(mine)).toEqual([{ id: 'one' }]);
  expect(queryClient.getQueryData(readers)).toBeUndefined();
  expect(queryClient.getQueryData(shifts)).toEqual([{ id: 'one' }]);
  expect(queryClient.getQueryData(board)).toBeUndefined();
});
