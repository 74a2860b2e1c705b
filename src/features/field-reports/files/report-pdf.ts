import type { Picture } from '@/entities/photo/picture';
import {
  type Content,
  type Figures,
  LISTS,
  type Line,
  photosIn,
  type ReportPhoto,
} from '@/features/field-reports/content';
import { formatDuration, formatHoursMinutes } from '@/lib/duration';
import type { PdfReport, ReportPicture, ReportSection } from '@/lib/files/pdf-report';
import type { Format } from '@/lib/format';
import type { TFunction } from '@/lib/translation';

/** Everything the paper says, from one version (or the draft as it is). */
export interface ReportPaper {
  number: string;
  version: number;
  date: string;
  company: string;
  project: string;
  status: string;
  content: Content;
  figures: Figures;
  /** The pictures of the photos, by id; one that is missing could not be read. */
  pictures: ReadonlyMap<string, Picture>;
  signedName: string | null;
  signedAt: string | null;
  reviewed: string | null;
  /** Of the version; null while it is a draft. */
  sha256: string | null;
  reportId: string;
  updatedAt: string;
}

const lineText = (
  t: TFunction<'field-reports'>,
  line: Line,
  group: 'delay' | 'subcontractor',
): string =>
  [
    line.text,
    line.detail,
    line.hours && t(`${group}.line`, { hours: line.hours, people: line.people || '–' }),
  ]
    .filter(Boolean)
    .join(' · ');

/** By how many it was said, where the clock asks for it. */
export const injuryText = (
  t: TFunction<'field-reports'>,
  { injury_answers, people }: Figures,
): string =>
  injury_answers.no === 0
    ? t('injuries.unasked')
    : t('injuries.none', { count: injury_answers.no, people });

function crewSection(
  { figures }: ReportPaper,
  t: TFunction<'field-reports'>,
  format: Format,
): ReportSection {
  const time = (instant: string | null) => (instant ? format.time(instant) : '–');
  return {
    title: t('pdf.crew', {
      count: figures.people,
      hours: formatDuration(figures.seconds),
    }),
    table: {
      columns: [
        { header: t('pdf.name'), weight: 3 },
        { header: t('pdf.trade'), weight: 2 },
        { header: t('pdf.in'), weight: 1.2, align: 'right' },
        { header: t('pdf.out'), weight: 1.2, align: 'right' },
        { header: t('pdf.breaks'), weight: 1, align: 'right' },
        { header: t('pdf.hours'), weight: 1, align: 'right' },
      ],
      rows: figures.crew.map((worker) => [
        worker.name,
        worker.trade ?? '–',
        time(worker.clock_in),
        time(worker.clock_out),
        formatHoursMinutes(worker.break_seconds),
        formatHoursMinutes(worker.seconds),
      ]),
    },
    ...(figures.crew.length === 0 ? { text: t('crew.none') } : {}),
  };
}

function weatherSection(
  { content }: ReportPaper,
  t: TFunction<'field-reports'>,
  format: Format,
): ReportSection {
  const rows = (content.weather ?? []).map(({ minute, temperature, conditions, effect }) => [
    format.timeOfDay(minute),
    [
      temperature && `${temperature} °F`,
      conditions && t(`weather.${conditions}` as 'weather.clear'),
    ]
      .filter(Boolean)
      .join(', '),
    effect || t('weather.noEffect'),
  ]);
  const day = content.day_weather;
  if (day) {
    const { low_f, high_f, wind_mph, precipitation_in, source, read_at } = day;
    const figures = [
      typeof low_f === 'number' && `${t('pdf.low')} ${low_f} °F`,
      typeof high_f === 'number' && `${t('pdf.high')} ${high_f} °F`,
      typeof wind_mph === 'number' && `${t('pdf.wind')} ${wind_mph} mph`,
      typeof precipitation_in === 'number' && `${t('pdf.rain')} ${precipitation_in} in`,
    ];
    const host = source === 'entered' ? t('pdf.byHand') : source;
    const from = day.edited ? `${host} (${t('pdf.byHand')})` : host;
    rows.push([
      t('pdf.day'),
      figures.filter(Boolean).join(', '),
      t('pdf.weatherFrom', { source: from, time: format.dateTime(read_at) }),
    ]);
  }
  if (rows.length === 0) return { title: t('part.weather'), text: t('pdf.notRecorded') };
  return {
    title: t('part.weather'),
    table: {
      columns: [
        { header: t('pdf.time'), weight: 1 },
        { header: t('weather.conditions'), weight: 2 },
        { header: t('weather.effect'), weight: 3 },
      ],
      rows,
    },
  };
}

function equipmentSection({ figures }: ReportPaper, t: TFunction<'field-reports'>): ReportSection {
  if (figures.equipment.length === 0) return { title: t('part.equipment'), text: t('pdf.none') };
  return {
    title: t('part.equipment'),
    table: {
      columns: [
        { header: t('pdf.machine'), weight: 3 },
        { header: t('pdf.operator'), weight: 2.5 },
        { header: t('pdf.working'), weight: 1, align: 'right' },
        { header: t('pdf.travel'), weight: 1, align: 'right' },
        { header: t('pdf.idle'), weight: 1, align: 'right' },
        { header: t('pdf.down'), weight: 1, align: 'right' },
      ],
      rows: figures.equipment.map((machine) => [
        machine.name,
        machine.operators.join(', ') || '–',
        formatHoursMinutes(machine.working_seconds),
        formatHoursMinutes(machine.travel_seconds ?? 0),
        formatHoursMinutes(machine.idle_seconds),
        formatHoursMinutes(machine.down_seconds),
      ]),
    },
  };
}

function quantitiesSection(
  { figures }: ReportPaper,
  t: TFunction<'field-reports'>,
  format: Format,
): ReportSection {
  if (figures.quantities.length === 0) return { title: t('part.quantities'), text: t('pdf.none') };
  const amount = (value: number | null, unit: string | null) =>
    value === null
      ? '–'
      : `${format.number(value, Number.isInteger(value) ? 0 : 2)} ${unit ?? ''}`.trim();
  return {
    title: t('part.quantities'),
    table: {
      columns: [
        { header: t('pdf.code'), weight: 3 },
        { header: t('pdf.area'), weight: 2 },
        { header: t('pdf.today'), weight: 1.2, align: 'right' },
        { header: t('pdf.toDate'), weight: 1.2, align: 'right' },
        { header: t('pdf.budget'), weight: 1.2, align: 'right' },
      ],
      rows: figures.quantities.map((row) => [
        `${row.code} ${row.name}`,
        row.area ?? '–',
        amount(row.quantity, row.unit),
        amount(row.to_date, row.unit),
        amount(row.budget, row.unit),
      ]),
    },
  };
}

/** Blanks are explicit: "Visitors: none". */
function listSections(
  { content, figures }: ReportPaper,
  t: TFunction<'field-reports'>,
): ReportSection[] {
  // Reports from before there was this part say nothing of it.
  const parts = LISTS.filter(
    (part) =>
      part !== 'subcontractors' ||
      content.subcontractors !== undefined ||
      content.none?.includes(part),
  );
  const lists = parts.map((part) => ({
    title: t(`part.${part}`),
    text:
      (content[part] ?? [])
        .map(
          (line) => `• ${lineText(t, line, part === 'subcontractors' ? 'subcontractor' : 'delay')}`,
        )
        .join('\n') || t('pdf.none'),
  }));
  const injuries = {
    title: t('part.injuries'),
    text:
      figures.incidents
        .map(({ number, description }) => `• ${number} ${description ?? ''}`.trim())
        .join('\n') || injuryText(t, figures),
  };
  return [...lists, injuries];
}

/** Who was at which talk, with their signatures; each talk a part of its own. */
function talkSections(
  { figures }: ReportPaper,
  t: TFunction<'field-reports'>,
  format: Format,
): ReportSection[] {
  const talks = figures.talks ?? [];
  if (talks.length === 0) return [{ title: t('part.talks'), text: t('pdf.none') }];
  return talks.map((talk) => ({
    title: `${t('part.talks')}: ${t('talks.people', { count: talk.signatures.length })}`,
    text: t('talks.held', {
      title: [talk.title, talk.title_es].filter(Boolean).join(' / '),
      name: talk.held_by,
    }),
    signed: talk.signatures.map(({ name, visitor, at, strokes }) => ({
      label: [visitor && t('talks.visitor'), format.time(at)].filter(Boolean).join(' · '),
      signed: name,
      strokes,
    })),
  }));
}

/** Caption, who and when, and the hash of the original. */
function photosSection(
  paper: ReportPaper,
  t: TFunction<'field-reports'>,
  format: Format,
): ReportSection {
  const photos = photosIn(paper.figures, paper.content);
  const printed = ({ id, caption, by, taken_at, sha256 }: ReportPhoto): ReportPicture => {
    const picture = paper.pictures.get(id) ?? { data: null, width: 4, height: 3 };
    const facts = [by, format.dateTime(taken_at)].filter(Boolean).join(' · ');
    const title = caption || (picture.data ? t('photos.noCaption') : t('photos.unreadable'));
    // In two halves: whole it is wider than the picture.
    const hash = sha256 ?? '–';
    const lines = [title, facts, `SHA-256 ${hash.slice(0, 32)}`, hash.slice(32)];
    return { ...picture, lines: lines.filter((line) => line !== '') };
  };
  const title = t('part.photos');
  if (photos.length === 0) return { title, text: t('pdf.none') };
  return { title: `${title} (${photos.length})`, pictures: photos.map(printed) };
}

export function reportPaper(
  paper: ReportPaper,
  t: TFunction<'field-reports'>,
  format: Format,
): PdfReport {
  const { content } = paper;
  return {
    heading: t('pdf.heading'),
    number: t('pdf.number', { number: paper.number, version: paper.version }),
    company: paper.company,
    facts: [
      [t('pdf.project'), paper.project],
      [t('pdf.date'), format.longDate(paper.date)],
      [t('pdf.foreman'), paper.signedName ?? '–'],
      [t('pdf.status'), paper.status],
    ],
    sections: [
      weatherSection(paper, t, format),
      crewSection(paper, t, format),
      equipmentSection(paper, t),
      quantitiesSection(paper, t, format),
      { title: t('part.work'), text: content.work?.trim() || t('pdf.none') },
      ...listSections(paper, t),
      ...talkSections(paper, t, format),
      { title: t('part.notes'), text: content.notes?.trim() || t('pdf.none') },
      photosSection(paper, t, format),
    ],
    signatures: [
      {
        label: t('pdf.signedBy'),
        ...(paper.signedName && paper.signedAt
          ? {
              signed: `${paper.signedName}, ${format.dateTime(paper.signedAt)}`,
              strokes: content.strokes ?? [],
            }
          : {}),
      },
      { label: t('pdf.reviewedBy'), ...(paper.reviewed ? { signed: paper.reviewed } : {}) },
    ],
    footer: paper.sha256 ? `SHA-256 ${paper.sha256}` : t('pdf.draft'),
    pageLabel: (page, pages) => t('pdf.page', { page, pages }),
    createdAt: paper.signedAt ?? paper.updatedAt,
    fileId: paper.reportId.replaceAll('-', ''),
  };
}
