import { type FileData, hoursByPerson } from '@/features/exports/formats/file-data';
import { hoursText, hundredthsOf } from '@/lib/decimal-hours';
import { type CsvValue, csvText } from '@/lib/files/csv';

const COLUMNS = [
  'employee_no',
  'last_name',
  'first_name',
  'work_date',
  'project_no',
  'project_name',
  'cost_code',
  'cost_code_name',
  'classification',
  'pay_code',
  'minutes',
  'hours',
  'rate',
  'straight_pay',
  'premium_pay',
  'total_pay',
  'certified',
  'approved_by',
  'approved_at',
  'entry_id',
];

const money = (cents: number | null): CsvValue =>
  cents === null ? null : { fixed: (cents / 100).toFixed(2) };

/** As many places as the rate has, two at least. */
function rateText(rate: number | null): CsvValue {
  if (rate === null) return null;
  const exact = rate.toFixed(4);
  return { fixed: exact.endsWith('00') ? rate.toFixed(2) : exact };
}

/**
 * Every line of pay, for anything that reads CSV; also pay that is not for hours. The classification
 * is the class of public work, elsewhere the person's job title; several entries of one line stand side by side.
 */
export function genericCsv(data: FileData): string {
  const hundredths = new Map(
    hoursByPerson(data)
      .flatMap(({ lines }) => lines)
      .map((line) => [lineKey(line), line.hundredths]),
  );
  const people = new Map(data.people.map((person) => [person.id, person]));
  // Only where machines were used: who has none keeps the columns they know.
  const withMachines = data.lines.some(({ origin }) => (origin?.equipment ?? []).length > 0);
  const rows = data.lines.map((line): CsvValue[] => {
    const person = people.get(line.employeeId);
    const project = line.projectId === null ? undefined : data.projects[line.projectId];
    const code = line.costCodeId === null ? undefined : data.costCodes[line.costCodeId];
    const hours = hundredths.get(lineKey(line)) ?? hundredthsOf(line.minutes);
    return [
      person?.employeeNumber ?? null,
      person?.lastName ?? null,
      person?.firstName ?? null,
      line.workDate,
      project?.number ?? null,
      project?.name ?? null,
      code?.code ?? null,
      code?.name ?? null,
      line.classification ?? (line.origin ? (person?.jobTitle ?? null) : null),
      line.payCode,
      line.minutes === 0 ? null : line.minutes,
      { fixed: hoursText(hours) },
      // An amount without hours, such as an adjustment, is not this rate times anything.
      line.minutes === 0 ? null : rateText(line.rate),
      money(line.straightCents),
      money(line.premiumCents === 0 ? null : line.premiumCents),
      money(line.totalCents),
      line.origin && (line.origin.certified ? 'Y' : 'N'),
      line.origin?.approvedBy ?? null,
      line.origin?.approvedAt ?? null,
      line.origin?.entryIds.join(' ') ?? null,
      ...(withMachines ? [line.origin?.equipment?.join(' ') ?? null] : []),
    ];
  });
  return csvText([withMachines ? [...COLUMNS, 'equipment'] : COLUMNS, ...rows]);
}

function lineKey(line: FileData['lines'][number]): string {
  return [
    line.employeeId,
    line.workDate,
    line.projectId,
    line.costCodeId,
    line.classification,
    line.payCode,
    line.rate,
    line.minutes,
  ].join('|');
}
