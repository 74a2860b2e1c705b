import type {
  BothLanguages,
  FormDefinition,
  Question,
  QuestionKind,
  Section,
} from '@/entities/form/form-definition';
import type { Language } from '@/lib/languages';

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

const isBlank = ({ en, es }: BothLanguages): boolean => en.trim() === '' && es.trim() === '';

/** What was written in one language only is shown in both. */
export const inBoth = ({ en, es }: BothLanguages): BothLanguages => ({
  en: en.trim() === '' ? es : en,
  es: es.trim() === '' ? en : es,
});

/** As it is edited: what is the same in both languages was written in one, and follows it. */
export const inOne = (words: BothLanguages, written: Language): BothLanguages =>
  words.en === words.es ? { ...NO_WORDS, [written]: words[written] } : words;

function withTexts(
  { sections }: FormDefinition,
  change: (words: BothLanguages) => BothLanguages,
): FormDefinition {
  return {
    sections: sections.map(({ text, ...section }) => ({
      ...section,
      title: change(section.title),
      ...(text && !isBlank(text) && { text: change(text) }),
      questions: section.questions.map(({ help, unit, choices, ...question }) => ({
        ...question,
        label: change(question.label),
        ...(help && !isBlank(help) && { help: change(help) }),
        ...(unit && !isBlank(unit) && { unit: change(unit) }),
        ...(choices && {
          choices: choices.map((choice) => ({ ...choice, label: change(choice.label) })),
        }),
      })),
    })),
  };
}

/** As it is stored: every text in both languages, without texts that were left empty. */
export const toStore = (definition: FormDefinition): FormDefinition =>
  withTexts(definition, inBoth);

export const toEdit = (definition: FormDefinition, written: Language): FormDefinition =>
  withTexts(definition, (words) => inOne(words, written));

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
