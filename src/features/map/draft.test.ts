import { describe, expect, it, test } from 'vitest';
import {
  type Draft,
  draftFeatures,
  draftOf,
  draftPlaces,
  emptyDraft,
  fenceOf,
  readPair,
  withHole,
  withMovedPlace,
  withPlace,
} from '@/features/map/draft';

const PROJECT = '00000000-0000-7000-8000-000000000010';
const circle = (part: Partial<Draft>): Draft => ({ ...emptyDraft(PROJECT), ...part });
const polygon = (corners: string): Draft => circle({ shape: 'polygon', corners });

describe('a circle', () => {
  const whole = circle({ latitude: '39.7392', longitude: '-104.9903' });
  it('needs a center, a radius and a project', () => {
    expect(fenceOf(whole)).toMatchObject({
      latitude: 39.7392,
      longitude: -104.9903,
      radius_m: 91.44,
    });
    expect(fenceOf({ ...whole, projectId: null })).toBeNull();
    expect(fenceOf({ ...whole, radius: '1,200' })).toMatchObject({ radius_m: 365.76 });
  });
  test.each([
    { latitude: '' },
    { latitude: '91' },
    { longitude: '181' },
    { longitude: 'west' },
    { radius: '0' },
    { radius: '3.500' },
    { radius: '328100' },
    { radius: '' },
  ])('is refused with %j', (part) => expect(fenceOf({ ...whole, ...part })).toBeNull());
  it('takes a press on the map as its center', () => {
    expect(withPlace(whole, 40.12345678, -105)).toMatchObject({
      latitude: '40.123457',
      longitude: '-105.000000',
    });
  });
});

describe('a polygon', () => {
  it('reads corners one to a line', () => {
    const ring = [
      [-105, 39.1],
      [-105, 39.2],
      [-104.9, 39.2],
    ];
    expect(fenceOf(polygon('39.1, -105\n39.2 -105\n39.2;-104.9\n'))?.polygon).toEqual([ring]);
  });
  test.each(['', '1, 2\n3, 4', '1, 2\n3, 4\nfive, 6', '1, 2\n3, 4\n95, 6', '1,2\n3,4\n5,6,7'])(
    'is refused with %j',
    (corners) => expect(fenceOf(polygon(corners))).toBeNull(),
  );
  it('has holes behind empty lines, each pressed on the map too', () => {
    const outer = polygon('39, -105\n39, -104\n40, -104\n40, -105');
    let draft = withHole(outer);
    for (const [latitude, longitude] of [
      [39.4, -104.6],
      [39.4, -104.4],
    ] as const)
      draft = withPlace(draft, latitude, longitude);
    expect(fenceOf(draft)).toBeNull();
    draft = withPlace(draft, 39.6, -104.5);
    expect(fenceOf(draft)?.polygon?.map((ring) => ring.length)).toEqual([4, 3]);
    expect(fenceOf(draft)?.polygon?.[1]?.[2]).toEqual([-104.5, 39.6]);
  });
  it('is stored and changed again without losing a corner', () => {
    const fence = fenceOf(
      polygon('39, -105\n39, -104\n40, -104\n\n39.1, -104.9\n39.1, -104.8\n39.2, -104.8'),
    );
    if (!fence) throw new Error('no fence');
    const again = draftOf({ ...fence, id: 'site-1' });
    expect(again.opened?.id).toBe('site-1');
    expect(fenceOf(again)).toEqual(fence);
  });
  it('grows corner by corner on the map, with its ground from the third', () => {
    const two = withPlace(withPlace(polygon(''), 39, -105), 39.1, -105);
    expect(two.corners).toBe('39.000000, -105.000000\n39.100000, -105.000000');
    expect(draftFeatures(two).map(({ geometry }) => geometry.type)).toEqual(['Point', 'Point']);
    const three = draftFeatures(withPlace(two, 39.1, -104.9));
    expect(three.map(({ geometry }) => geometry.type)).toEqual([
      'Polygon',
      'Point',
      'Point',
      'Point',
    ]);
  });
});

describe('places that are dragged', () => {
  const to = { latitude: 40.1234567, longitude: -105 };
  it('are the center of a circle, once it is one', () => {
    expect(draftPlaces(null)).toEqual([]);
    expect(draftPlaces(circle({ latitude: '39.7' }))).toEqual([]);
    const whole = circle({ latitude: '39.7', longitude: '-104.9' });
    expect(draftPlaces(whole)).toEqual([{ latitude: 39.7, longitude: -104.9 }]);
    expect(withMovedPlace(whole, 0, to)).toMatchObject({
      latitude: '40.123457',
      longitude: '-105.000000',
      radius: whole.radius,
    });
  });
  it('are all corners, and a hole stays one', () => {
    const ring = polygon('1, 2\n3, 4\n5, 6\n\n7, 8\n');
    expect(draftPlaces(ring)).toHaveLength(4);
    expect(withMovedPlace(ring, 3, to).corners).toBe(
      '1, 2\n3, 4\n5, 6\n\n40.123457, -105.000000\n',
    );
  });
});

test.each([
  ['39.7392, -104.9903', { latitude: '39.7392', longitude: '-104.9903' }],
  [' 39.7392 -104.9903 ', { latitude: '39.7392', longitude: '-104.9903' }],
  ['39.7392', null],
  ['39,7392', null],
  ['Dock Street, 4', null],
])('pasted into one field: %s', (text, pair) => {
  expect(readPair(text)).toEqual(pair);
});
