import type { TicketRecord } from '@/features/tickets/files/ticket-record';
import { copyTexts } from '@/features/tickets/sign/copy-texts';
import { lineDetail, quantityText } from '@/features/tickets/sign/shown-ticket';
import { ticketNumber } from '@/features/tickets/ticket';
import { type PdfReport, pdfReportFile, type ReportSection } from '@/lib/files/pdf-report';
import type { PdfFonts } from '@/lib/files/pdf-sheet';
import { createFormat } from '@/lib/format';
import type { Language } from '@/lib/languages';

type Strokes = readonly (readonly (readonly [number, number])[])[];

/** The drawn lines of an SVG path of moves and straight lines. */
export const strokesOf = (path: string | null | undefined): Strokes =>
  (path ?? '')
    .split('M')
    .filter(Boolean)
    .map((line) =>
      line.split('L').map((point): readonly [number, number] => {
        const [x = 0, y = 0] = point.split(' ').map(Number);
        return [x, y];
      }),
    );

const KINDS = ['labor', 'equipment', 'material', 'other'] as const;

/** The field copy: hours, quantities and the customer's answer. Prices are not even known here. */
export function ticketPaper(record: TicketRecord, language: Language): PdfReport {
  const t = copyTexts(language);
  const format = createFormat({
    language,
    timeZone: record.time_zone,
    dateFormat: 'MM/DD/YYYY',
    timeFormat: '12h',
  });
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ');
  const sections = KINDS.flatMap((kind): ReportSection[] => {
    const lines = record.lines.filter((line) => line.kind === kind);
    if (lines.length === 0) return [];
    const rows = lines.map((line) => [
      line.description,
      lineDetail(line, t),
      line.started_at
        ? `${format.time(line.started_at)} – ${line.ended_at ? format.time(line.ended_at) : ''}`
        : '',
      quantityText({ ...line, quantity: Number(line.quantity) }),
    ]);
    const columns = [
      { header: t(`column.${kind}`), weight: 3 },
      { header: kind === 'labor' ? t('column.trade') : '', weight: 2 },
      { header: kind === 'labor' ? t('column.time') : '', weight: 2 },
      { header: t('column.quantity'), weight: 1.4, align: 'right' as const },
    ];
    return [{ title: t(`section.${kind}`), table: { columns, rows } }];
  });
  const photos: ReportSection[] =
    record.photos.length === 0
      ? []
      : [
          {
            title: t('photos'),
            table: {
              columns: [
                { header: t('column.taken'), weight: 1.4 },
                { header: 'SHA-256', weight: 4 },
              ],
              rows: record.photos.map(({ taken_at, sha256 }) => [
                taken_at ? format.dateTime(taken_at) : '',
                sha256 ?? '',
              ]),
            },
          },
        ];
  const { signed, refused, witness, place } = record;
  const refusal: ReportSection[] = refused
    ? [
        {
          title: t('section.refused'),
          text: [
            t('refusedBy', {
              who: joined(refused.name, refused.title),
              time: format.dateTime(refused.at),
            }),
            refused.reason,
            witness ? t('witnessed', { name: witness.name }) : '',
          ]
            .filter(Boolean)
            .join('\n'),
        },
      ]
    : [];
  return {
    heading: t('heading'),
    number: ticketNumber(record),
    company: record.company,
    facts: [
      [t('fact.project'), joined(record.project_number, record.project)],
      [t('fact.date'), format.longDate(record.work_date)],
      [
        t('fact.directed'),
        joined(
          record.directed.name,
          record.directed.title,
          record.directed.company,
          record.directed.phone,
        ),
      ],
      [t('fact.location'), joined(record.location, record.reference) || '–'],
    ],
    sections: [
      { title: t('section.work'), text: record.description },
      ...sections,
      ...photos,
      ...refusal,
      {
        title: t('section.meaning'),
        text: [
          t('confirm'),
          place
            ? t('place', { at: `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}` })
            : '',
        ]
          .filter(Boolean)
          .join('\n'),
      },
    ],
    signatures: [
      {
        label: t('customer'),
        ...(signed && {
          signed: `${joined(signed.name, signed.title)}, ${format.dateTime(signed.at)}`,
          strokes: strokesOf(signed.signature_path),
        }),
      },
      {
        label: t('writtenBy'),
        signed: `${record.written_by}, ${format.dateTime(record.written_at)}`,
      },
    ],
    footer: record.sha256 ? `SHA-256 ${record.sha256}` : t('draft'),
    pageLabel: (page, pages) => t('page', { page, pages }),
    createdAt: signed?.at ?? refused?.at ?? record.written_at,
    fileId: (record.sha256 ?? '0'.repeat(32)).slice(0, 32),
  };
}

export const ticketPdf = (record: TicketRecord, language: Language, fonts: PdfFonts): ArrayBuffer =>
  pdfReportFile(ticketPaper(record, language), fonts);

/** Harborview-Annex-extra-work-15.pdf */
export const ticketFileName = (record: TicketRecord): string =>
  `${record.project.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-extra-work-${ticketNumber(record).replace(' ', '-')}.pdf`;
