import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NearestSite } from '@/features/my-status/components/site-hint';
import { shareLocation } from '@/lib/device-location';
import { giveDeviceMemory } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { viewerIn } from '@/testing/people';

beforeEach(giveDeviceMemory);
afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'));

const project = (id: string, name: string, parent_id: string | null, more: object = {}) => ({
  ...{ id, name, parent_id, status: 'active', archived_at: null },
  ...more,
});
const circle = (project_id: string, latitude: number, radius_m: number) => ({
  ...{ id: `fence of ${project_id}`, project_id, shape: 'circle', longitude: -105 },
  ...{ latitude, radius_m, polygon: null },
});

const TREE = [
  project('site', 'Riverside', null),
  project('gate', 'Gatehouse', 'site'),
  project('old', 'Demolition', 'site', { status: 'completed' }),
];
/** A campus of 500 m; the gatehouse is 300 m north of its middle. */
const FENCES = [circle('site', 40, 500), circle('gate', 40.0027, 40), circle('old', 40.0027, 450)];

async function standAt(latitude: number) {
  const coords = { latitude, longitude: -105, accuracy: 5 };
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      getCurrentPosition: (found: PositionCallback) =>
        found({ coords, timestamp: Date.now() } as GeolocationPosition),
    },
  });
  const onChoose = vi.fn();
  const { company } = viewerIn('employee');
  shareLocation(true);
  const { user } = await openPart(<NearestSite onChoose={onChoose} />, {
    namespaces: ['my-status'],
    as: 'employee',
    viewer: { company: { ...company, capture_location: true } as never },
    answers: {
      'GET geofences': FENCES,
      'GET projects': TREE,
      'POST rpc/recent_work': [],
      'GET cost_codes': [],
    },
  });
  return { user, onChoose };
}

test('on the ground of a phase that phase is proposed, not the project around it or one that is completed', async () => {
  const { user, onChoose } = await standAt(40.0027);
  expect(
    await screen.findByText(words('my-status:site.here', { project: 'Riverside › Gatehouse' })),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('my-status:site.choose') }));
  expect(onChoose).toHaveBeenCalledWith('gate');
});

test('elsewhere on the site the phase is asked for', async () => {
  const { user, onChoose } = await standAt(39.998);
  expect(
    await screen.findByText(words('my-status:site.which', { project: 'Riverside' })),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Demolition' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Gatehouse' }));
  expect(onChoose).toHaveBeenCalledWith('gate');
});
