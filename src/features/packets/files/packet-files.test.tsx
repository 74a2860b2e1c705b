import { beforeEach, expect, test, vi } from 'vitest';
import type { PacketFile } from '@/entities/evidence/packet-writer';
import type { PacketAnswer } from '@/features/packets/api/packets';
import * as api from '@/features/packets/api/packets';
import { packetFiles } from '@/features/packets/files/packet-files';
import { readMe } from '@/features/packets/files/read-me';
import type { PdfReport } from '@/lib/files/pdf-report';
import { createFormat } from '@/lib/format';
import { loadTexts } from '@/lib/i18n';
import { fixedT } from '@/lib/translation';

const SIGNATURE = {
  id: 's1',
  start_date: '2025-12-28',
  end_date: '2026-01-03',
  disputed: false,
  note: null,
  signed_name: 'Rosa Quintero',
  signed_at: '2026-01-04T12:00:00Z',
  signed_through: 'account',
  invalidated_at: null,
  signed_text: null,
  device_key: null,
  device_signature: null,
  paper_path: null,
  paper_sha256: null,
};
const entry = (day: string) => ({
  name: 'Rosa Quintero',
  work_date: day,
  clock_in: `${day}T13:00:00+00:00`,
  clock_out: `${day}T21:30:00+00:00`,
  time_zone: 'America/New_York',
  project: 'Harbor Point',
  cost_code: '06 10 00',
  source: 'timer',
  original: { clock_in: `${day}T13:00:00+00:00`, clock_out: `${day}T22:00:00+00:00` },
  breaks: [],
});
const time = (year: number) =>
  JSON.stringify({
    start_date: `${year}-01-01`,
    end_date: `${year}-12-31`,
    time_entries: [entry(`${year}-01-02`)],
    edits: [
      {
        at: `${year}-01-03T12:00:00Z`,
        by: 'Person 1',
        role: 'manager',
        action: 'updated',
        entity: 'time_entries',
        reason: '=left early',
        before: { clock_out: '22:00' },
        after: { clock_out: '21:30' },
      },
    ],
    photos: [
      { file: `photos/${year}.jpg`, path: `c/p/${year}.jpg`, sha256: 'ab'.repeat(32) },
      { path: 'c/p/private.jpg', sha256: 'cd'.repeat(32) },
    ],
    approvals: [{ work_date: `${year}-01-02`, approved_by: 'Person 1', approved_at: '' }],
    timesheet_signatures: [SIGNATURE],
    plan_and_actual: [],
  });
const PAY = JSON.stringify({
  lines: [
    {
      week_start: '2026-01-01',
      work_date: '2026-01-02',
      project: 'Harbor Point',
      pay_code: 'REG',
      multiplier: 1,
      minutes: 510,
      hourly_rate: 25,
      straight_cents: 21250,
      premium_cents: 0,
      total_cents: 21250,
      week_regular_rate: 25,
    },
    {
      week_start: '2026-01-01',
      work_date: '2026-01-03',
      project: 'Harbor Point',
      pay_code: 'OT',
      multiplier: 1.5,
      minutes: 60,
      hourly_rate: 25,
      straight_cents: 2500,
      premium_cents: 1250,
      total_cents: 3750,
      week_regular_rate: 25,
    },
  ],
});
const COVER = JSON.stringify({
  request: { asked_as: 'person', asked_by: 'Ana Pardo', asked_on: '2026-02-10' },
  deadlines: [{ rule: 'california_226', due_on: '2026-03-03', applies: true }],
  company: {
    name: 'Ridge Builders',
    time_zone: 'America/New_York',
    week_start: 0,
    pay_period_kind: 'weekly',
  },
});
const ANSWER = {
  about: {
    kind: 'claim',
    packet_id: '4f5b9c1e-0d3a-4c8e-9a51-2f2a6f1d7c11',
    company: { id: 'c1', name: 'Ridge Builders' },
    subject: { name: 'Rosa Quintero' },
    start_date: '2025-01-01',
    end_date: '2026-03-31',
    made_at: '2026-04-01T12:00:00.000000Z',
    made_by: 'Ann Owner',
  },
  parts: [
    { name: 'data/cover.json', text: COVER },
    { name: 'data/documents.json', text: '[]' },
    { name: 'data/policies.json', text: '{"overtime_policies": []}' },
    { name: 'data/rates.json', text: '{"employee_rates": []}' },
    { name: 'data/certified-payrolls.json', text: '[]' },
  ],
  to_come: [
    'data/time-2025.json',
    'data/pay-2025.json',
    'data/time-2026.json',
    'data/pay-2026.json',
  ],
} as unknown as PacketAnswer;

beforeEach(async () => {
  await loadTexts('en', ['packets', 'common']);
  vi.spyOn(api, 'packetPart').mockImplementation(async (_id, name) =>
    name.includes('pay') ? PAY : time(Number(/\d+/.exec(name)?.[0])),
  );
  vi.spyOn(api, 'originalFile').mockImplementation(async (_bucket, path) => {
    if (path.includes('2025')) return null;
    return (async function* () {
      yield new TextEncoder().encode(path) as Uint8Array<ArrayBuffer>;
    })();
  });
  vi.spyOn(api, 'packetHistory').mockImplementation(async (_id, after) => ({
    name: `history/events-${after}.jsonl`,
    text: '{}\n',
    next: after === 0 ? 7 : null,
  }));
  vi.spyOn(api, 'packetRoots').mockResolvedValue([]);
  vi.spyOn(api, 'ledgerKeys').mockResolvedValue('{}');
});

test('a claim has papers and tables of each year, originals, one line for each signed sheet, and the history', async () => {
  const papers: PdfReport[] = [];
  const missing: string[] = [];
  const files: PacketFile[] = [];
  const format = createFormat({
    language: 'en',
    timeZone: 'America/New_York',
    dateFormat: 'MM/DD/YYYY',
    timeFormat: '12h',
  });
  const t = fixedT('en', 'packets') as never;
  for await (const file of packetFiles(ANSWER, {
    texts: { t, format },
    pdf: async (report) => {
      papers.push(report);
      return new Uint8Array();
    },
    onStage: () => undefined,
    signal: new AbortController().signal,
    missing,
  })) {
    if (typeof file.content === 'function') await file.content();
    files.push(file);
  }
  const names = files.map(({ name }) => name);
  expect(names).toEqual([
    ...ANSWER.parts.map(({ name }) => name),
    'cover.pdf',
    'data/time-2025.json',
    'csv/time_entries-2025.csv',
    'csv/edits-2025.csv',
    'csv/photos-2025.csv',
    'csv/approvals-2025.csv',
    'csv/timesheet_signatures-2025.csv',
    'data/pay-2025.json',
    'csv/lines-2025.csv',
    'records-2025.pdf',
    'data/time-2026.json',
    'csv/time_entries-2026.csv',
    'csv/edits-2026.csv',
    'csv/photos-2026.csv',
    'csv/approvals-2026.csv',
    'csv/timesheet_signatures-2026.csv',
    'data/pay-2026.json',
    'csv/lines-2026.csv',
    'records-2026.pdf',
    'signatures/timesheets.json',
    'photos/2026.jpg',
    'history/events-0.jsonl',
    'history/events-7.jsonl',
    'history/roots.json',
    'history/keys.json',
  ]);
  const content = (name: string) => String(files.find((file) => file.name === name)?.content);
  expect(content('data/time-2026.json')).toBe(time(2026));
  expect(content('csv/edits-2026.csv')).toContain("'=left early");
  expect(JSON.parse(content('signatures/timesheets.json'))).toMatchObject([
    { id: 's1', kind: 'account' },
  ]);
  expect(missing).toEqual(['photos/2025.jpg']);
  const [cover, year] = papers;
  expect(JSON.stringify(cover?.sections)).toContain('03/03/2026');
  expect(JSON.stringify(cover?.sections)).toContain('Ana Pardo');
  const rows = JSON.stringify(year?.sections);
  expect(rows).toContain('8:00 AM – 4:30 PM');
  expect(rows).toContain('first recorded 8:00 AM – 5:00 PM');
  expect(rows).toContain('clock_out 22:00 → 21:30');
  // Hours, straight time and premium of the workweek.
  expect(rows).toContain('["01/01/2026","9:30","$237.50","$12.50","$250.00"]');
  expect(year?.tagged).toBe('en');
});

test('the README says first that nothing is signed, what is redacted and what is missing, in both languages', () => {
  const about = ANSWER.about;
  const request = {
    asked_by: null,
    organization: null,
    asked_as: 'person',
    asked_on: null,
    redact: true,
    files: true,
  } as const;
  const state = { about, request, missing: ['photos/2025.jpg'], differences: [], signed: false };
  expect(readMe(state, 'en')).toContain('THIS PACKET IS NOT SIGNED');
  expect(readMe(state, 'es')).toContain('ESTE PAQUETE NO ESTÁ FIRMADO');
  expect(readMe({ ...state, signed: true }, 'en')).not.toContain('NOT SIGNED');
  expect(readMe(state, 'en')).toContain('NO LONGER STORED\r\nphotos/2025.jpg');
  expect(readMe(state, 'es')).toContain('NOMBRES OCULTOS');
});
