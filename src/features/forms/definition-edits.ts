import type {
  BothLanguages,
  FormDefinition,
  Question,
  QuestionKind,
  Section,
} from '@/entities/form/form-definition';

const NO_WORDS: BothLanguages = { en: '', es: '' };
const ID_LENGTH = 10;

/** Of a section, question or choice: never shown, and not used again when it is removed. */
export const newId = (prefix: string): string =>
  `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH)}`;

export const newQuestion = (): Question => ({
  id: newId('q'),
  kind: 'check',
  label: NO_WORDS,
  required: true,
});

export const newSection = (): Section => ({
  id: newId('s'),
  title: NO_WORDS,
  questions: [newQuestion()],
});

export const newChoice = () => ({ id: newId('c'), label: NO_WORDS });

/** Another kind has other answers: what was said about the old ones goes. */
export function withKind(question: Question, kind: QuestionKind): Question {
  const { choices, fails: _, unit: __, photo_on_fail: ___, ...rest } = question;
  const wantsChoices = kind === 'choice' || kind === 'choices';
  return {
    ...rest,
    kind,
    ...(wantsChoices && { choices: choices ?? [newChoice(), newChoice()] }),
  };
}

export function moved<Item>(items: readonly Item[], from: number, step: 1 | -1): Item[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(from + step, 0, item);
  return next;
}

const isBlank = (words: BothLanguages | undefined): boolean =>
  !words || (words.en.trim() === '' && words.es.trim() === '');

/** Without help texts, units and texts that were left empty. */
export const withoutBlanks = ({ sections }: FormDefinition): FormDefinition => ({
  sections: sections.map(({ text, ...section }) => ({
    ...section,
    ...(text && !isBlank(text) && { text }),
    questions: section.questions.map(({ help, unit, ...question }) => ({
      ...question,
      ...(help && !isBlank(help) && { help }),
      ...(unit && !isBlank(unit) && { unit }),
    })),
  })),
});

/** Questions a condition at this place may name: those before it that are not about one person. */
export function questionsBefore(
  { sections }: FormDefinition,
  sectionAt: number,
  questionAt: number | null,
): Question[] {
  const before = sections
    .slice(0, sectionAt)
    .filter(({ repeat }) => !repeat)
    .flatMap(({ questions }) => questions);
  const here =
    questionAt === null ? [] : (sections[sectionAt]?.questions.slice(0, questionAt) ?? []);
  return [...before, ...here];
}
