import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionState } from '@/entities/session/session-store';
import { viewerQuery } from '@/entities/viewer/viewer';
import { askFirstScreen, askFirstScreenAgain } from '@/lib/ask-first-screen';
import { unwrap } from '@/lib/errors';
import { comingFirstScreen, dropFirstScreen } from '@/lib/first-screen';
import { markStale } from '@/lib/mark-stale';
import { queryClient } from '@/lib/query-client';
import { supabase } from '@/lib/supabase';
import { type Answers, type Backend, Refusal } from '@/testing/backend';
import { openPart } from '@/testing/open';
import { session, viewerIn } from '@/testing/people';

const USER = session().user.id;
const CREW = ['team', 'e1'];
const OLDER = { key: CREW, data: ['Amir'] };

const askCrew = () =>
  queryClient.fetchQuery({
    queryKey: CREW,
    queryFn: async () => unwrap(await supabase().rpc('my_team')),
  });

async function open(answers: Answers): Promise<Backend> {
  const { backend } = await openPart(<p>Shell</p>, {
    as: 'employee',
    namespaces: [],
    answers: { 'POST rpc/my_team': ['Amir', 'Tess'], ...answers },
  });
  window.history.replaceState(null, '', '/my-status');
  return backend;
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  Reflect.deleteProperty(window, 'firstScreen');
});

const answerOf = (...queries: object[]) => ({
  screen: 'my_status',
  at: new Date().toISOString(),
  queries,
});

test('one answer fills the cache, and what was asked meanwhile is not asked again', async () => {
  const answer = Promise.withResolvers<unknown>();
  const backend = await open({ 'POST rpc/first_screen': () => answer.promise });
  askFirstScreen();
  const crew = askCrew();
  answer.resolve(answerOf(OLDER, { key: ['bulletins', 'mine', 'e1'], data: [] }));
  expect(await crew).toEqual(['Amir']);
  expect(queryClient.getQueryData(['bulletins', 'mine', 'e1'])).toEqual([]);
  expect(backend.sent('POST rpc/my_team')).toEqual([]);
});

test('the viewer of the answer is who looks, without a call of its own', async () => {
  const backend = await open({});
  const { server_time: _, ...viewer } = viewerIn('foreman');
  backend.answer({ 'POST rpc/first_screen': answerOf({ key: ['viewer', USER], data: viewer }) });
  const before = backend.sent('POST rpc/viewer').length;
  askFirstScreen();
  // It may be here before anything asks for it.
  await comingFirstScreen();
  await queryClient.fetchQuery({ ...viewerQuery(USER), staleTime: 0 });
  expect(queryClient.getQueryData(viewerQuery(USER).queryKey)?.employee?.role).toBe('foreman');
  expect(backend.sent('POST rpc/viewer')).toHaveLength(before);
  expect(sessionState().status).toBe('signed-in');
});

test('a refusal leaves every query its own call', async () => {
  const backend = await open({ 'POST rpc/first_screen': new Refusal(404, { message: 'none' }) });
  askFirstScreen();
  expect(await askCrew()).toEqual(['Amir', 'Tess']);
  expect(backend.sent('POST rpc/my_team')).toHaveLength(1);
});

test('an answer from before something was changed here is not shown', async () => {
  const answer = Promise.withResolvers<unknown>();
  const backend = await open({ 'POST rpc/first_screen': () => answer.promise });
  askFirstScreen();
  const crew = askCrew();
  dropFirstScreen();
  answer.resolve(answerOf(OLDER));
  expect(await crew).toEqual(['Amir', 'Tess']);
  expect(backend.sent('POST rpc/my_team')).toHaveLength(1);
});

test('what was asked before the app ran is used, if it was asked for this session', async () => {
  const backend = await open({ 'POST rpc/first_screen': answerOf() });
  const early = (token: string) => ({
    token,
    sentAt: Date.now(),
    answer: Promise.resolve({ receivedAt: Date.now(), body: answerOf(OLDER) }),
  });
  Object.assign(window, { firstScreen: early(session().access_token) });
  askFirstScreen();
  await waitFor(() => expect(queryClient.getQueryData(CREW)).toEqual(['Amir']));
  expect(backend.sent('POST rpc/first_screen')).toEqual([]);
  Object.assign(window, { firstScreen: early('of somebody else') });
  askFirstScreen();
  await waitFor(() => expect(backend.sent('POST rpc/first_screen')).toHaveLength(1));
});

test('what may all be stale is asked for in one call, and in single ones while something is being changed', async () => {
  const backend = await open({ 'POST rpc/first_screen': answerOf(OLDER) });
  await askCrew();
  const observer = new QueryObserver(queryClient, {
    queryKey: CREW,
    queryFn: async () => unwrap(await supabase().rpc('my_team')),
  });
  const leave = observer.subscribe(() => undefined);
  await waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  const before = backend.sent('POST rpc/my_team').length;
  markStale(queryClient, ['team', 'viewer'], askFirstScreenAgain);
  await waitFor(() => expect(observer.getCurrentResult().data).toEqual(['Amir']));
  expect(backend.sent('POST rpc/first_screen')).toHaveLength(1);
  expect(backend.sent('POST rpc/my_team')).toHaveLength(before);

  const saved = Promise.withResolvers<void>();
  const saving = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => saved.promise })
    .execute(undefined);
  markStale(queryClient, ['team', 'viewer'], askFirstScreenAgain);
  await waitFor(() => expect(observer.getCurrentResult().data).toEqual(['Amir', 'Tess']));
  expect(backend.sent('POST rpc/first_screen')).toHaveLength(1);
  saved.resolve();
  await saving;
  leave();
});

test('an answer from before a change stays dropped when the screen is asked for again', async () => {
  const older = Promise.withResolvers<unknown>();
  const newer = Promise.withResolvers<unknown>();
  const answers = [older, newer];
  const backend = await open({ 'POST rpc/first_screen': () => answers.shift()?.promise });
  askFirstScreen();
  await waitFor(() => expect(backend.sent('POST rpc/first_screen')).toHaveLength(1));
  dropFirstScreen();
  await comingFirstScreen();
  askFirstScreen();
  newer.resolve(answerOf({ key: CREW, data: ['Tess'] }));
  await waitFor(() => expect(queryClient.getQueryData(CREW)).toEqual(['Tess']));
  older.resolve(answerOf(OLDER));
  await older.promise;
  await comingFirstScreen();
  expect(queryClient.getQueryData(CREW)).toEqual(['Tess']);
});

test('what is heard while an answer is on its way is asked for anew', async () => {
  const older = Promise.withResolvers<unknown>();
  const backend = await open({ 'POST rpc/first_screen': () => older.promise });
  await askCrew();
  const observer = new QueryObserver(queryClient, {
    queryKey: CREW,
    queryFn: async () => unwrap(await supabase().rpc('my_team')),
  });
  const leave = observer.subscribe(() => undefined);
  await waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  markStale(queryClient, ['team', 'bulletins'], askFirstScreenAgain);
  await waitFor(() => expect(backend.sent('POST rpc/first_screen')).toHaveLength(1));
  const before = backend.sent('POST rpc/my_team').length;
  markStale(queryClient, ['team']);
  await waitFor(() => expect(backend.sent('POST rpc/my_team').length).toBeGreaterThan(before));
  older.resolve(answerOf(OLDER));
  await older.promise;
  await waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  expect(observer.getCurrentResult().data).toEqual(['Amir', 'Tess']);
  leave();
});

test('who looks is never taken from an answer that was asked for earlier', async () => {
  const { server_time: _, ...viewer } = viewerIn('foreman');
  const backend = await open({
    'POST rpc/first_screen': answerOf({ key: ['viewer', USER], data: viewer }),
  });
  askFirstScreenAgain();
  await comingFirstScreen();
  const before = backend.sent('POST rpc/viewer').length;
  await queryClient.fetchQuery({ ...viewerQuery(USER), staleTime: 0 });
  expect(backend.sent('POST rpc/viewer')).toHaveLength(before + 1);
  expect(queryClient.getQueryData(viewerQuery(USER).queryKey)?.employee?.role).toBe('employee');
});
