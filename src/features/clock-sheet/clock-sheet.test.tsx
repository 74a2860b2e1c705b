import { beforeEach, expect, test, vi } from 'vitest';
import { noteOutbox } from '@/entities/bulletin/note-outbox';
import { keepData, restoreData } from '@/entities/offline/kept-data';
import ClockSheet from '@/features/clock-sheet/clock-sheet';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { Refusal } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { COMPANY_ID, EMPLOYEE_ID } from '@/testing/people';

beforeEach(giveDeviceMemory);

const NOTE = {
  employeeId: EMPLOYEE_ID,
  id: 'bulletin',
  action: 'acknowledge',
  language: 'en',
} as const;

test('what was confirmed without a signal is sent when the app has one again', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await noteOutbox.sendOrKeep(NOTE)).toBe(false);
  online.mockReturnValue(true);
  const { backend } = await openPart(<ClockSheet moment={null} onDone={() => {}} />, {
    namespaces: ['bulletin', 'verification'],
    answers: {
      'GET clock_questions': [],
      'GET clock_in_rules': [],
      'GET equipment': [],
      'POST rpc/my_bulletins': [],
      'POST rpc/meters_to_read': [],
      'POST rpc/acknowledge_bulletin': null,
    },
  });
  await vi.waitFor(() => expect(noteOutbox.has(EMPLOYEE_ID)).toBe(false));
  expect(backend.sent('POST rpc/acknowledge_bulletin')).toHaveLength(1);
});

test('a busy server is told later; what it refuses for good is dropped', async () => {
  const refused = { code: 'P0001', hint: 'bulletin_gone', message: 'no' };
  const { backend } = await openPart(<p />, {
    namespaces: ['bulletin'],
    answers: { 'POST rpc/acknowledge_bulletin': new Refusal(503, { message: 'busy' }) },
  });
  expect(await noteOutbox.sendOrKeep(NOTE)).toBe(false);
  await expect(noteOutbox.sendWaiting(EMPLOYEE_ID)).rejects.toThrow();
  expect(noteOutbox.has(EMPLOYEE_ID)).toBe(true);
  backend.answer({ 'POST rpc/acknowledge_bulletin': new Refusal(400, refused) });
  await noteOutbox.sendWaiting(EMPLOYEE_ID);
  expect(noteOutbox.has(EMPLOYEE_ID)).toBe(false);
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
  await vi.waitFor(() => expect(kept.has('data:user')).toBe(true));
  stop();
  queryClient.clear();
  await restoreData('user');
  expect(queryClient.getQueryData(questions)).toEqual([{ id: 'one' }]);
  expect(queryClient.getQueryData(mine)).toEqual([{ id: 'one' }]);
  expect(queryClient.getQueryData(readers)).toBeUndefined();
  expect(queryClient.getQueryData(shifts)).toEqual([{ id: 'one' }]);
  expect(queryClient.getQueryData(board)).toBeUndefined();
});
