import type { Establishment, LogLine } from '@/features/safety/api/queries';
import type { PaperSheet } from '@/lib/files/paper-sheet';
import type { Format } from '@/lib/format';
import type { TFunction } from '@/lib/translation';

/** The OSHA 300 log on paper, columns A to M. */
export function logSheet(
  place: Establishment,
  year: number,
  lines: readonly LogLine[],
  t: TFunction<'safety'>,
  format: Format,
): PaperSheet {
  const mark = (is: boolean) => (is ? 'X' : '');
  const counted = lines.filter(({ voided }) => !voided);
  const sumOf = (days: (line: LogLine) => number) =>
    counted.reduce((sum, line) => sum + days(line), 0);
  return {
    heading: t('paper.log'),
    title: `${place.name} · ${year}`,
    notes: [place.legal_name || place.name, `${place.city} ${place.state}`.trim()],
    orientation: 'landscape',
    columns: [
      { header: 'A', weight: 0.5, align: 'right' },
      { header: `B ${t('case.person')}`, weight: 2 },
      { header: `C ${t('case.jobTitle')}`, weight: 1.6 },
      { header: `D ${t('case.day')}`, weight: 1.2 },
      { header: `E ${t('case.place')}`, weight: 2 },
      { header: `F ${t('case.description')}`, weight: 4 },
      { header: 'G', weight: 0.4 },
      { header: 'H', weight: 0.4 },
      { header: 'I', weight: 0.4 },
      { header: 'J', weight: 0.4 },
      { header: 'K', weight: 0.5, align: 'right' },
      { header: 'L', weight: 0.5, align: 'right' },
      { header: 'M', weight: 0.5, align: 'right' },
    ],
    rows: lines.map((line) => [
      String(line.number),
      line.name ?? t('log.privateCase'),
      line.job_title,
      format.date(line.happened_on),
      line.place,
      line.voided ? t('log.voidedBecause', { reason: line.void_reason ?? '' }) : line.description,
      mark(line.outcome === 'death' && !line.voided),
      mark(line.outcome === 'away' && !line.voided),
      mark(line.outcome === 'restricted' && !line.voided),
      mark(line.outcome === 'other' && !line.voided),
      line.voided ? '' : String(line.away),
      line.voided ? '' : String(line.restricted),
      line.voided ? '' : String(line.illness),
    ]),
    totals: [
      '',
      t('paper.totals'),
      '',
      '',
      '',
      '',
      ...(['death', 'away', 'restricted', 'other'] as const).map((outcome) =>
        String(counted.filter((line) => line.outcome === outcome).length),
      ),
      String(sumOf(({ away }) => away)),
      String(sumOf(({ restricted }) => restricted)),
      '',
    ],
    remarks: [
      [1, 2, 3, 4, 5, 6]
        .map((kind) => {
          const count = counted.filter(({ illness }) => illness === kind).length;
          return `M${kind} ${t(`illness.${String(kind) as '1'}`)}: ${count}`;
        })
        .join(' · '),
      t('paper.logColumns'),
    ],
    signatures: [],
    footer: `Chalkline · ${place.name} · ${year}`,
  };
}
