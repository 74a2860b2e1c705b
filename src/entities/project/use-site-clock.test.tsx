import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { openPart } from '@/testing/open';

const SITE = '00000000-0000-7000-8000-0000000000aa';
const HOME = '00000000-0000-7000-8000-0000000000bb';
const AT = '2026-01-13T07:50:00Z';

function Clock({ projectId }: { projectId: string }) {
  const clock = useSiteClock(projectId);
  return <p>{`${projectId === SITE ? 'site' : 'home'} ${clock.date(AT)} ${clock.time(AT)}`}</p>;
}

test('a site in another zone has its own time, date and zone name; others have the reader’s', async () => {
  await openPart(
    <>
      <Clock projectId={SITE} />
      <Clock projectId={HOME} />
    </>,
    {
      namespaces: ['common'],
      answers: {
        'GET projects': [
          { id: SITE, name: 'Sacramento', time_zone: 'America/Los_Angeles' },
          { id: HOME, name: 'Ridge School', time_zone: null },
        ],
      },
    },
  );
  expect(await screen.findByText(/^site 2026-01-12 11:50 PM PST$/)).toBeVisible();
  expect(screen.getByText(/^home 2026-01-13 \d+:50 AM$/)).toBeVisible();
});
