import { expect, test } from 'vitest';
import { diffPayload, Presence } from './presence.ts';

const ana = { key: 'ana', ref: '1', meta: { device: 'phone' } };
const anaAgain = { key: 'ana', ref: '2', meta: { device: 'desk' } };

test('One key may have several clients', () => {
  const presence = new Presence();
  presence.apply({ joins: [ana, anaAgain], leaves: [] });
  expect(presence.state()).toEqual({
    ana: {
      metas: [
        { phx_ref: '1', device: 'phone' },
        { phx_ref: '2', device: 'desk' },
      ],
    },
  });
  presence.apply({ joins: [], leaves: [ana] });
  expect(presence.state()).toEqual({ ana: { metas: [{ phx_ref: '2', device: 'desk' }] } });
});

test('The same news twice changes nothing', () => {
  const presence = new Presence();
  presence.apply({ joins: [ana], leaves: [] });
  expect(presence.apply({ joins: [ana], leaves: [anaAgain] })).toEqual({ joins: [], leaves: [] });
  expect(presence.size).toBe(1);
});

test('A new track is a join and a leave in one diff', () => {
  const presence = new Presence();
  presence.apply({ joins: [ana], leaves: [] });
  const diff = presence.apply({ joins: [anaAgain], leaves: [ana] });
  expect(diffPayload(diff)).toEqual({
    joins: { ana: { metas: [{ phx_ref: '2', device: 'desk' }] } },
    leaves: { ana: { metas: [{ phx_ref: '1', device: 'phone' }] } },
  });
});

test('A client cannot choose its own ref or break the map with its key', () => {
  const presence = new Presence();
  presence.apply({ joins: [{ key: '__proto__', ref: '1', meta: { phx_ref: 'x' } }], leaves: [] });
  expect(JSON.stringify(presence.state())).toBe('{"__proto__":{"metas":[{"phx_ref":"1"}]}}');
});
