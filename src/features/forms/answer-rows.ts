import {
  type Answer,
  isFailed,
  photoKey,
  type ShownPart,
  type Signature,
  shownParts,
} from '@/entities/form/form-answers';
import type { Question } from '@/entities/form/form-definition';
import type { Submission } from '@/features/forms/api/queries';
import type { Format } from '@/lib/format';
import type { Language } from '@/lib/languages';

/** How an answer that can be pressed is called, in the language of the reader. */
export type LabelOf = (question: Question, id: string, language: Language) => string;

export interface AnswerRow {
  key: string;
  label: string;
  text: string;
  failed: boolean;
  photoIds: readonly string[];
  signature: Signature | null;
}

export interface AnswerPart {
  key: string;
  sectionId: string;
  sectionTitle: string;
  title: string;
  /** What was read first, at the first part of its section. */
  text: string | null;
  /** Null: the section is not about one person. */
  person: string | null;
  rows: AnswerRow[];
}

const NONE = '–';
const MAX_DECIMALS = 20;

/** As many as were typed. */
const decimalsOf = (answer: Answer): number =>
  Math.min(String(answer).split('.')[1]?.length ?? 0, MAX_DECIMALS);

function textOf(
  question: Question,
  answer: Answer | undefined,
  labelOf: LabelOf,
  format: Format,
  language: Language,
): string {
  if (answer === undefined) return NONE;
  switch (question.kind) {
    case 'text':
      return String(answer);
    case 'number':
      return [format.number(Number(answer), decimalsOf(answer)), question.unit?.[language]]
        .filter(Boolean)
        .join(' ');
    case 'date':
      return format.date(String(answer));
    case 'time': {
      const [hours = 0, minutes = 0] = String(answer).split(':').map(Number);
      return format.timeOfDay(hours * 60 + minutes);
    }
    case 'photo':
      return String((answer as string[]).length);
    case 'signature':
      return (answer as Signature).name || NONE;
    default:
      return [answer as string | string[]]
        .flat()
        .map((id) => labelOf(question, id, language))
        .join(', ');
  }
}

function rowsOf(
  part: ShownPart,
  labelOf: LabelOf,
  format: Format,
  language: Language,
): AnswerRow[] {
  return part.questions.map((question) => {
    const answer = part.values[question.id];
    const ofFailure = (part.values[photoKey(question.id)] ?? []) as string[];
    const own = question.kind === 'photo' ? ((answer ?? []) as string[]) : [];
    return {
      key: question.id,
      label: question.label[language],
      text: textOf(question, answer, labelOf, format, language),
      failed: isFailed(question, part.values),
      photoIds: [...own, ...ofFailure],
      signature: question.kind === 'signature' ? ((answer as Signature | undefined) ?? null) : null,
    };
  });
}

/** What was read, asked and answered, section by section, as the person saw it. */
export function answerParts(
  { form_versions: { definition }, answers }: Pick<Submission, 'form_versions' | 'answers'>,
  labelOf: LabelOf,
  format: Format,
  language: Language,
): AnswerPart[] {
  const begun = new Set<string>();
  return shownParts(definition, answers)
    .map((part, at): AnswerPart => {
      const { section, person } = part;
      const isFirst = !begun.has(section.id);
      begun.add(section.id);
      const sectionTitle = section.title[language];
      return {
        key: `${section.id} ${at}`,
        sectionId: section.id,
        sectionTitle,
        title: [sectionTitle, person?.name].filter(Boolean).join(' · '),
        text: isFirst ? (section.text?.[language] ?? null) : null,
        person: person?.name ?? null,
        rows: rowsOf(part, labelOf, format, language),
      };
    })
    .filter(({ rows, text }) => rows.length > 0 || text !== null);
}
