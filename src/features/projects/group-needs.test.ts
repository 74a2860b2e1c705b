import { expect, it } from 'vitest';
import type { HubNeed } from '@/features/projects/api/hub-query';
import { groupNeeds } from '@/features/projects/group-needs';

const punch = (id: string, name: string): HubNeed => ({
  kind: 'verification',
  id,
  what: 'off_site_punch',
  name,
  at: '2026-11-12T12:00:00Z',
});

it('has one line for what is decided in one place, with the latest of it', () => {
  const needs: HubNeed[] = [
    punch('a', 'Luis Ortega'),
    punch('b', 'Maria Lopez'),
    { ...punch('c', 'Wes Poe'), what: 'injury' } as HubNeed,
    { kind: 'report_missing', day: '2026-11-11' },
    { kind: 'report_missing', day: '2026-11-10' },
    { kind: 'reading', id: '1', name: 'Safety plan', folder_id: null, count: 2 },
    { kind: 'reading', id: '2', name: 'Handbook', folder_id: null, count: 1 },
  ];
  expect(groupNeeds(needs).map(({ need, count }) => [need, count])).toEqual([
    [needs[0], 2],
    [needs[2], 1],
    [needs[3], 2],
    [needs[5], 1],
    [needs[6], 1],
  ]);
});
