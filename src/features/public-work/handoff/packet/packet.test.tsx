import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipPacket } from '@/features/public-work/handoff/packet/make-packet';
import type { Packet } from '@/features/public-work/handoff/packet/packet';

const SIGNED = '{"report": {}, "reason": "=hours were missing", "changes": ["Lopez: 8.00"]}';
const hash = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
const payroll = (revision: number) => ({
  id: `p${revision}`,
  week_end: '2026-03-15',
  number: 1,
  revision,
  corrects_id: revision > 0 ? 'p0' : null,
  final: false,
  no_work: false,
  signed_text: SIGNED,
  sha256: hash(SIGNED),
  signed_name: 'Ann Owner',
  signed_title: 'President',
  signed_at: '2026-03-17T15:00:00Z',
});
const PACKET: Packet = {
  made_at: '2026-04-01T12:00:00Z',
  made_by: 'Ann Owner',
  start_date: '2026-03-01',
  end_date: '2026-03-31',
  company: 'Ridge Builders',
  project: { id: 'j1', number: null, name: 'Harbor school' },
  contract: { contract_number: 'W912' },
  people: [{ id: 'e1', first_name: 'Maria', last_name: 'Lopez' }],
  certified_payrolls: [payroll(0), payroll(1)],
  deliveries: [{ channel: 'mail', recipient: 'ken@agency.example' }],
  lines: [
    { week_end: '2026-03-15', row_number: 1, employee_id: 'e1', minutes: 480, entry_ids: ['t1'] },
  ],
  time_entries: [{ id: 't1', employee_id: 'e1', clock_in: '2026-03-09T12:00:00Z' }],
  wage_determinations: [
    { number: 'MA/20260001', modification: '3', source_text: 'General Decision' },
    { number: 'Old', modification: '0', source_text: null },
  ],
  work_classifications: [{ name: 'Carpenter', base_rate: 30 }],
  employee_classifications: [],
  fringe_plans: [{ name: 'Health', approval: null, evidence: 'Fund 12' }],
  employee_fringe_plans: [],
  apprenticeship_programs: [],
  apprenticeships: [],
  payroll_facts: [],
  restitutions: [],
  subcontractors: [{ id: 's1', name: 'Fox & Sons, Electric' }],
  subcontractor_reports: [
    {
      subcontractor_id: 's1',
      week_end: '2026-03-15',
      version: 2,
      path: 'c/p/r/x.pdf',
      sha256: null,
    },
    { subcontractor_id: 's1', week_end: '2026-03-08', version: 1, path: null, sha256: null },
  ],
  history: { last_position: 12, broken_id: null },
};

test('each file is in the manifest with its hash, the signed data as its very bytes', async () => {
  const steps: string[] = [];
  const blob = await zipPacket(
    PACKET,
    {
      pdf: async (text) => new TextEncoder().encode(`%PDF of ${text.length}`),
      subcontractorFile: async (path) => new TextEncoder().encode(path),
    },
    (done, all) => steps.push(`${done}/${all}`),
  );
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const { files: listed, project } = JSON.parse(text('manifest.json')) as {
    files: { name: string; bytes: number; sha256: string }[];
    project: unknown;
  };
  expect(project).toMatchObject({ name: 'Harbor school' });
  expect([...listed.map(({ name }) => name), 'manifest.json']).toEqual(Object.keys(files));
  for (const { name, bytes, sha256 } of listed) {
    const content = files[name] ?? new Uint8Array();
    expect([name, content.length, hash(content)]).toEqual([name, bytes, sha256]);
  }
  expect(hash(text('reports/No-001-2026-03-15.json'))).toBe(PACKET.certified_payrolls[0]?.sha256);
  expect(text('reports/No-001-2026-03-15-correction-1.pdf')).toMatch(/^%PDF/);
  expect(steps.at(-1)).toBe(`${listed.length}/${listed.length}`);
});

test('tables name people, and nothing in them runs as a formula', async () => {
  const blob = await zipPacket(
    PACKET,
    { pdf: async () => new Uint8Array(), subcontractorFile: async () => new Uint8Array() },
    () => undefined,
  );
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(text('time/lines-2026-03-15.csv')).toBe(
    'name,week_end,row_number,employee_id,minutes,entry_ids\r\n"Lopez, Maria",2026-03-15,1,e1,480,"[""t1""]"\r\n',
  );
  expect(text('corrections.csv')).toContain("'=hours were missing");
  expect(text('rates/MA-20260001-mod-3.txt')).toBe('General Decision');
  expect(text('rates/determinations.csv')).not.toContain('General Decision');
  expect(Object.keys(files)).toContain('subcontractors/Fox-Sons-Electric-2026-03-15-v2.pdf');
  expect(text('README.en.txt')).toContain('WHAT IT DOES NOT PROVE');
  expect(text('README.es.txt')).toContain('QUÉ NO PRUEBA');
  for (const name of Object.keys(files)) expect(text(name)).not.toMatch(/compliant/i);
});
