import type { PacketFile } from '@/entities/evidence/packet-writer';
import type {
  Packet,
  PacketRow,
  SignedPayroll,
} from '@/features/public-work/handoff/packet/packet';
import { type CsvValue, csvText } from '@/lib/files/csv';

export interface PacketMakers {
  pdf: (signedText: string, sha256: string) => Promise<Uint8Array>;
  subcontractorFile: (path: string) => Promise<Uint8Array>;
}

/** `No-001-2026-03-15`, of a correction `No-001-2026-03-15-correction-1`. */
export const nameOf = ({ number, week_end, revision }: SignedPayroll): string =>
  `No-${String(number).padStart(3, '0')}-${week_end}${revision > 0 ? `-correction-${revision}` : ''}`;

/** Safe in every file system, and still readable. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|-+$/g, '')
    .slice(0, 60) || 'file';

function cell(value: unknown): CsvValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** A table of these rows: the columns of the first one, in its order, with names beside ids of people. */
function table(rows: readonly PacketRow[], people: ReadonlyMap<unknown, string>): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const hasPeople = columns.includes('employee_id');
  return csvText([
    [...(hasPeople ? ['name'] : []), ...columns],
    ...rows.map((row) => [
      ...(hasPeople ? [people.get(row['employee_id']) ?? null] : []),
      ...columns.map((column) => cell(row[column])),
    ]),
  ]);
}

/** Everything but the manifest, in the order of the archive. */
export function packetFiles(packet: Packet, makers: PacketMakers): PacketFile[] {
  const people = new Map<unknown, string>(
    packet.people.map(({ id, first_name, last_name }) => [id, `${last_name}, ${first_name}`]),
  );
  const csv = (name: string, rows: readonly PacketRow[]): PacketFile => ({
    name,
    content: table(rows, people),
  });
  const weeks = [...new Set(packet.lines.map(({ week_end }) => week_end))].sort();
  return [
    ...packet.certified_payrolls.flatMap((payroll): PacketFile[] => [
      {
        name: `reports/${nameOf(payroll)}.pdf`,
        content: () => makers.pdf(payroll.signed_text, payroll.sha256),
      },
      // The signed bytes themselves: their SHA-256 is the one in signatures.csv.
      { name: `reports/${nameOf(payroll)}.json`, content: payroll.signed_text },
    ]),
    csv('signatures.csv', packet.certified_payrolls.map(withoutText)),
    csv('corrections.csv', packet.certified_payrolls.flatMap(correctionOf)),
    csv('deliveries.csv', packet.deliveries),
    ...weeks.map((week) =>
      csv(
        `time/lines-${week}.csv`,
        packet.lines.filter(({ week_end }) => week_end === week),
      ),
    ),
    csv('time/entries.csv', packet.time_entries),
    csv(
      'rates/determinations.csv',
      packet.wage_determinations.map(({ source_text: _text, ...row }) => row),
    ),
    ...packet.wage_determinations.flatMap(({ number, modification, source_text }) =>
      source_text
        ? [{ name: `rates/${plain(`${number}-mod-${modification}`)}.txt`, content: source_text }]
        : [],
    ),
    csv('rates/classifications.csv', packet.work_classifications),
    csv('rates/usual-classifications.csv', packet.employee_classifications),
    csv('fringe/plans.csv', packet.fringe_plans),
    csv('fringe/enrollments.csv', packet.employee_fringe_plans),
    csv('apprentices/programs.csv', packet.apprenticeship_programs),
    csv('apprentices/steps.csv', packet.apprenticeships),
    csv('payroll-facts.csv', packet.payroll_facts),
    csv('restitution.csv', packet.restitutions),
    ...subcontractorFiles(packet, makers, csv),
    {
      name: 'contract.json',
      content: json({ project: packet.project, contract: packet.contract }),
    },
    { name: 'history/proof.json', content: json(packet.history) },
  ];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const withoutText = ({ signed_text: _text, ...row }: SignedPayroll): PacketRow => row;

function correctionOf(payroll: SignedPayroll): PacketRow[] {
  if (payroll.revision === 0) return [];
  const { reason, changes } = JSON.parse(payroll.signed_text) as Record<string, unknown>;
  const { number, week_end, revision, signed_name, signed_at } = payroll;
  return [{ number, week_end, revision, signed_name, signed_at, reason, changes }];
}

function subcontractorFiles(
  { subcontractors, subcontractor_reports }: Packet,
  makers: PacketMakers,
  csv: (name: string, rows: readonly PacketRow[]) => PacketFile,
): PacketFile[] {
  const nameBy = new Map(subcontractors.map(({ id, name }) => [id, name]));
  return [
    csv('subcontractors/subcontractors.csv', subcontractors),
    csv(
      'subcontractors/reports.csv',
      subcontractor_reports.map(({ path: _path, address: _address, ...row }) => row),
    ),
    ...subcontractor_reports.flatMap(({ subcontractor_id, week_end, version, path }) =>
      path
        ? [
            {
              name: `subcontractors/${plain(nameBy.get(subcontractor_id) ?? subcontractor_id)}-${week_end}-v${version}.${path.split('.').at(-1)}`,
              content: () => makers.subcontractorFile(path),
            },
          ]
        : [],
    ),
  ];
}
