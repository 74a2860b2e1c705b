import { answerParts, type LabelOf } from '@/features/forms/answer-rows';
import type { FilledRecord } from '@/features/forms/api/queries';
import { type CsvValue, csvText } from '@/lib/files/csv';
import type { Format } from '@/lib/format';
import type { Language } from '@/lib/languages';
import type { TFunction } from '@/lib/translation';

interface Written {
  labelOf: LabelOf;
  format: Format;
  language: Language;
}

const personOf = ({ employees: one }: FilledRecord): string =>
  one ? `${one.first_name} ${one.last_name}` : '';
const machineOf = ({ equipment: one }: FilledRecord): string =>
  one ? [one.number, one.name].filter(Boolean).join(' ') : '';

/** Of one record by question; what several people answered stands in one cell, with their names. */
function answersOf(record: FilledRecord, { labelOf, format, language }: Written) {
  const found = new Map<string, { label: string; texts: string[] }>();
  for (const { person, rows } of answerParts(record, labelOf, format, language)) {
    for (const { key, label, text } of rows) {
      const one = found.get(key) ?? { label, texts: [] };
      one.texts.push(person ? `${person}: ${text}` : text);
      found.set(key, one);
    }
  }
  return found;
}

/**
 * Filled forms, a line each. With `withAnswers`, for forms of one kind: a column for each question that was
 * ever asked, under its newest wording.
 */
export function filledCsv(
  records: readonly FilledRecord[],
  withAnswers: boolean,
  t: TFunction<'forms'>,
  written: Written,
): string {
  const answers = records.map((record) => (withAnswers ? answersOf(record, written) : new Map()));
  const questions = new Map<string, string>();
  for (const one of answers)
    for (const [key, { label }] of one) if (!questions.has(key)) questions.set(key, label);
  const header = [
    t('filled.day'),
    t('filled.when'),
    t('filled.form'),
    t('list.version'),
    t('filled.project'),
    t('filled.person'),
    t('one.crew'),
    t('one.machine'),
    t('filled.failed'),
    ...questions.values(),
  ];
  const rows = records.map((record, at): CsvValue[] => [
    record.work_date,
    written.format.dateTime(record.filled_at),
    (written.language === 'es' && record.forms.name_es) || record.forms.name,
    record.form_versions.number,
    record.projects?.name ?? '',
    personOf(record),
    record.crews?.name ?? '',
    machineOf(record),
    record.failed,
    ...[...questions.keys()].map((key) => answers[at]?.get(key)?.texts.join('; ') ?? ''),
  ]);
  return csvText([header, ...rows]);
}
