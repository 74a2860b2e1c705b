import { expect, onTestFinished, test } from 'vitest';
import { viewerQuery } from '@/entities/viewer/viewer';
import { queryClient } from '@/lib/query-client';
import { noteServerTime, serverOffset } from '@/lib/server-clock';
import { openPart } from '@/testing/open';
import { session, viewerIn } from '@/testing/people';

test('an answer that says the same leaves the screen alone; only the clock follows', async () => {
  const said = viewerIn('owner');
  onTestFinished(() => noteServerTime(new Date().toISOString(), Date.now(), Date.now()));
  const { backend } = await openPart(<p>Anything</p>, { namespaces: [], viewer: said });
  const query = viewerQuery(session().user.id);
  const before = queryClient.getQueryData(query.queryKey);
  const aheadByAnHour = new Date(Date.now() + 3_600_000).toISOString();
  backend.answer({ 'POST rpc/viewer': { ...said, server_time: aheadByAnHour } });
  await queryClient.fetchQuery({ ...query, staleTime: 0 });
  expect(queryClient.getQueryData(query.queryKey)).toBe(before);
  expect(Math.round(serverOffset() / 60_000)).toBe(60);
});
