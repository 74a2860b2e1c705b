import { expect, test } from 'vitest';
import type { CheckResult } from '@/entities/evidence/check/check-evidence';
import type { Problem } from '@/entities/evidence/check/problem';

import historyEn from '@/locales/en/system-reports.json';
import historyEs from '@/locales/es/system-reports.json';
import { reportOf } from '@/verify/report';
import { sayIn } from '@/verify/texts';
import en from '@/verify/texts/en.json';
import es from '@/verify/texts/es.json';

const says = { en: sayIn('en', en, historyEn), es: sayIn('es', es, historyEs) };

const flat = (texts: Readonly<Record<string, string>>) => Object.entries(texts);
const blanks = (text: string) => (text.match(/\{\{\w+/g) ?? []).toSorted();

test('both languages have the same texts with the same blanks', () => {
  const spanish = new Map(flat(es));
  expect([...spanish.keys()]).toEqual(flat(en).map(([key]) => key));
  for (const [key, text] of flat(en))
    expect([key, blanks(spanish.get(key) ?? '')]).toEqual([key, blanks(text)]);
});

const problem: Problem = {
  check: 'events',
  kind: 'event_changed',
  position: 1214,
  found: 'b41e07c92fd893a6'.repeat(4),
  at: '2026-11-13T05:59:00.000000Z',
  event: {
    entity: 'time_entries',
    action: 'updated',
    source: 'mobile',
    recordedAt: '2026-11-12T22:15:00.000Z',
  },
};
const count = { check: 'events', fits: 1805, failed: 1, open: 0, problem } as const;
const failed: CheckResult = {
  ...{ what: 'packet', name: 'claim.zip', bytes: 61_000_000, manifest: null, problem },
  ...{ checks: [count], events: { deleted: 0, unsigned: 0, redacted: 0 }, eventsComplete: true },
  ...{ timesheets: { devices: [], others: [] }, roots: [], keyIds: [], fingerprint: null },
};

test('the first thing that does not fit is named with its place, kind and day', () => {
  const report = reportOf(failed, { say: says.en, language: 'en' });
  expect(report.text).toContain('history entry 1,214 (Time entry, Nov 12, 2026)');
  expect(report.problems[0]?.tag).toBe('Changed after it was signed');
  expect(report.problems[0]?.found).toBe('b41e 07c9 2fd8 93a6 …');
  expect(report.lines).toEqual([
    { status: 'failed', title: 'History', about: '1,805 of 1,806', count: '1 does not fit' },
  ]);
  // What fits proves something, what does not proves nothing.
  expect(report.proves).toEqual([]);
});

test('in Spanish as well, with the names the history uses', () => {
  const report = reportOf(failed, { say: says.es, language: 'es' });
  expect(report.title).toBe('Algo no coincide');
  expect(report.problems[0]?.facts[0]?.[1]).toContain(historyEs['entity.time_entries']);
});

test('an unsigned note is neither right nor wrong', () => {
  const note: CheckResult = {
    ...{ what: 'note', name: 'history-check.json', company: 'Whitfield', to: 1204, problem: null },
    ...{ at: '2026-11-16T12:00:00Z', text: null, chainHash: 'ab', fingerprint: null, checks: [] },
  };
  const report = reportOf(note, { say: says.en, language: 'en' });
  expect([report.fits, report.isNote, report.proves]).toEqual([false, true, []]);
});
