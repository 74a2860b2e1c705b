import {
  answersOf,
  type BothLanguages,
  type Condition,
  type FormDefinition,
  type Question,
} from '@/entities/form/form-definition';

export const MAX_SECTIONS = 40;
export const MAX_QUESTIONS = 200;

export type DefinitionProblem =
  | 'no_sections'
  | 'too_long'
  | 'no_questions'
  | 'id_taken'
  | 'text_missing'
  | 'choices_missing'
  | 'fails_unknown'
  | 'condition_unknown';

/** `at`: the id of the section or question it is about; null: the form. */
export interface ProblemAt {
  at: string | null;
  problem: DefinitionProblem;
}

const ID = /^[a-z0-9_]{1,40}$/;
const isWritten = (words: BothLanguages | undefined): boolean =>
  Boolean(words?.en?.trim()) && Boolean(words?.es?.trim());

/** Conditions look back only, so no two can wait for each other. */
function isKnown(when: Condition | undefined, earlier: readonly Question[]): boolean {
  if (!when) return true;
  const question = earlier.find(({ id }) => id === when.question);
  if (!question || when.is.length === 0) return false;
  const answers = answersOf(question);
  return when.is.every((answer) => answers.includes(answer));
}

function problemOf(question: Question, earlier: readonly Question[]): DefinitionProblem | null {
  const { kind, label, help, unit, choices, fails, when } = question;
  if (![label, help ?? label, unit ?? label].every(isWritten)) return 'text_missing';
  if (kind === 'choice' || kind === 'choices') {
    const ids = new Set(choices?.map(({ id }) => id));
    if (!choices || choices.length < 2 || ids.size < choices.length) return 'choices_missing';
    if (!choices.every((choice) => ID.test(choice.id) && isWritten(choice.label)))
      return 'choices_missing';
  }
  const answers = answersOf(question);
  if (fails?.some((answer) => !answers.includes(answer))) return 'fails_unknown';
  return isKnown(when, earlier) ? null : 'condition_unknown';
}

/** Why a definition cannot be saved: all problems, in the order of the form. The database checks the same. */
export function checkDefinition({ sections }: FormDefinition): ProblemAt[] {
  const found: ProblemAt[] = [];
  const note = (at: string | null, problem: DefinitionProblem) => found.push({ at, problem });
  if (sections.length === 0) note(null, 'no_sections');
  const all = sections.flatMap(({ questions }) => questions);
  if (sections.length > MAX_SECTIONS || all.length > MAX_QUESTIONS) note(null, 'too_long');
  const ids = new Set<string>();
  const isNew = (id: string) => ID.test(id) && !ids.has(id) && ids.add(id);
  const earlier: Question[] = [];
  for (const section of sections) {
    if (!isNew(section.id)) note(section.id, 'id_taken');
    if (![section.title, section.text ?? section.title].every(isWritten))
      note(section.id, 'text_missing');
    if (!isKnown(section.when, earlier)) note(section.id, 'condition_unknown');
    if (section.questions.length === 0 && !section.text) note(section.id, 'no_questions');
    const here = [...earlier];
    for (const question of section.questions) {
      if (!isNew(question.id)) note(question.id, 'id_taken');
      const problem = problemOf(question, here);
      if (problem) note(question.id, problem);
      here.push(question);
    }
    // What one person answered says nothing about the form.
    if (section.repeat !== 'person') earlier.push(...section.questions);
  }
  return found;
}
