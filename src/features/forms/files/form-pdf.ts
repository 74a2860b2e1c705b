import type { Picture } from '@/entities/photo/picture';
import {
  type AnswerPart,
  type AnswerRow,
  answerParts,
  type LabelOf,
} from '@/features/forms/answer-rows';
import type { FilledPhoto, FilledRecord } from '@/features/forms/api/queries';
import type { PdfReport, ReportSection, ReportSignature } from '@/lib/files/pdf-report';
import type { Format } from '@/lib/format';
import type { Language } from '@/lib/languages';
import type { TFunction } from '@/lib/translation';

export type PaperRecord = FilledRecord & { photos: readonly FilledPhoto[] };

export interface FormPaper {
  submission: PaperRecord;
  company: string;
  /** By the id of the photo; one that is missing could not be read, or is still on the phone. */
  pictures: ReadonlyMap<string, Picture>;
  language: Language;
}

type T = TFunction<'forms'>;

const signatureOf = (row: AnswerRow): ReportSignature[] =>
  row.signature
    ? [
        {
          label: row.label,
          signed: row.signature.name,
          strokes: row.signature.strokes as [number, number][][],
        },
      ]
    : [];

/** Everyone below each other where they did nothing but sign. */
interface Sheet {
  part: AnswerPart;
  signed: ReportSignature[];
}

function sheetsOf(parts: readonly AnswerPart[]): Sheet[] {
  const sheets: Sheet[] = [];
  for (const part of parts) {
    const signed = part.rows.flatMap(signatureOf);
    const before = sheets.at(-1);
    if (
      isSignedOnly(part) &&
      before?.part.sectionId === part.sectionId &&
      isSignedOnly(before.part)
    )
      before.signed.push(...signed);
    else sheets.push({ part, signed });
  }
  return sheets;
}

const isSignedOnly = ({ person, rows }: AnswerPart): boolean =>
  person !== null && rows.every(({ signature }) => signature !== null);

function sectionsOf(paper: FormPaper, t: T, labelOf: LabelOf, format: Format): ReportSection[] {
  const { submission, pictures, language } = paper;
  return sheetsOf(answerParts(submission, labelOf, format, language)).map(({ part, signed }) => {
    // Signatures stand below the answers, with their names.
    const rows = part.rows.filter(({ signature }) => signature === null);
    const photos = rows.flatMap(({ label, photoIds }) => photoIds.map((id) => ({ id, label })));
    return {
      title: isSignedOnly(part) ? part.sectionTitle : part.title,
      ...(part.text && { intro: part.text }),
      ...(rows.length > 0 && {
        table: {
          columns: [
            { header: t('pdf.question'), weight: 3 },
            { header: t('pdf.answer'), weight: 2 },
          ],
          rows: rows.map(({ label, text, failed }) => [
            label,
            failed ? `${t('pdf.failed')}: ${text}` : text,
          ]),
        },
      }),
      ...(photos.length > 0 && {
        pictures: photos.map(({ id, label }) => {
          const picture = pictures.get(id);
          return picture
            ? { ...picture, lines: [label] }
            : { data: null, width: 4, height: 3, lines: [label, t('pdf.photoMissing')] };
        }),
      }),
      ...(signed.length > 0 && { signed }),
    };
  });
}

/** A filled form on paper: what was asked, answered, drawn and photographed. */
export function formPaper(paper: FormPaper, t: T, labelOf: LabelOf, format: Format): PdfReport {
  const { submission, company, language } = paper;
  const { employees: person, equipment, crews, forms } = submission;
  const machine = equipment && [equipment.number, equipment.name].filter(Boolean).join(' ');
  return {
    heading: (language === 'es' && forms.name_es) || forms.name,
    number: format.date(submission.work_date),
    company,
    facts: [
      [t('pdf.project'), submission.projects?.name ?? '–'],
      [t('pdf.date'), format.dateTime(submission.filled_at)],
      [t('pdf.filledBy'), person ? `${person.first_name} ${person.last_name}` : '–'],
      machine
        ? [t('pdf.machine'), machine]
        : crews
          ? [t('pdf.crew'), crews.name]
          : [t('pdf.version'), String(submission.form_versions.number)],
    ],
    sections: sectionsOf(paper, t, labelOf, format),
    signatures: [],
    footer: t('pdf.footer', { id: submission.id }),
    pageLabel: (page, pages) => t('pdf.page', { page, pages }),
    createdAt: submission.created_at,
    fileId: submission.id.replaceAll('-', ''),
    tagged: language,
  };
}

/** Daily-machine-check-2026-11-18.pdf */
export const formFileName = ({
  forms,
  work_date,
}: Pick<FilledRecord, 'forms' | 'work_date'>): string =>
  `${forms.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${work_date}.pdf`;
