import {
  type Condition,
  type FormDefinition,
  failingAnswers,
  type Question,
  type Section,
} from '@/entities/form/form-definition';

/** Lines in a box of 300 by 100. Whoever cannot draw signs by typing the name. */
export interface Signature {
  name: string;
  strokes: number[][][];
}

/** An id of an answer or a text, ids of several answers or of photos, a number, a signature. */
export type Answer = string | string[] | number | Signature;

/** By the id of the question; photos of a failed one under `photoKey`. */
export type Values = Readonly<Record<string, Answer>>;

export interface PersonAnswers {
  /** Null: somebody who is not an employee. */
  employee_id: string | null;
  name: string;
  values: Values;
}

export interface FormAnswers {
  values: Values;
  /** By the id of a section that is answered for each person. */
  people: Readonly<Record<string, readonly PersonAnswers[]>>;
}

export const NO_ANSWERS: FormAnswers = { values: {}, people: {} };

/** Ids of questions have no dot, so nothing else has this name. */
export const photoKey = (questionId: string): string => `${questionId}.photo`;

const isSignature = (answer: Answer | undefined): answer is Signature =>
  typeof answer === 'object' && !Array.isArray(answer);

export function isEmpty(answer: Answer | undefined): boolean {
  if (answer === undefined) return true;
  if (typeof answer === 'string') return answer.trim() === '';
  if (typeof answer === 'number') return !Number.isFinite(answer);
  if (isSignature(answer)) return answer.name.trim() === '';
  return answer.length === 0;
}

const hasOneOf = (answer: Answer | undefined, ids: readonly string[]): boolean =>
  Array.isArray(answer)
    ? answer.some((id) => ids.includes(id))
    : typeof answer === 'string' && ids.includes(answer);

export const isFailed = (question: Question, values: Values): boolean =>
  hasOneOf(values[question.id], failingAnswers(question));

/** One pass through a section: the section itself, or the part of one person. */
export interface ShownPart {
  section: Section;
  person: PersonAnswers | null;
  /** What its conditions and answers are read from: its own, before those of the form. */
  values: Values;
  questions: readonly Question[];
}

/**
 * What is asked for these answers, from the first section to the last. The answer of a question that
 * is not shown counts for nothing, so a condition on it does not hold.
 */
export function shownParts({ sections }: FormDefinition, answers: FormAnswers): ShownPart[] {
  const shown: Record<string, Answer> = {};
  const holds = (when: Condition | undefined, values: Values): boolean =>
    !when || hasOneOf(values[when.question], when.is);
  const part = (section: Section, person: PersonAnswers | null): ShownPart => {
    const given = person ? person.values : answers.values;
    const values: Record<string, Answer> = person ? { ...shown } : shown;
    const questions = section.questions.filter((question) => {
      if (!holds(question.when, values)) return false;
      for (const key of [question.id, photoKey(question.id)])
        if (given[key] !== undefined) values[key] = given[key];
      return true;
    });
    return { section, person, values, questions };
  };
  return sections.flatMap((section) => {
    if (!holds(section.when, shown)) return [];
    if (section.repeat !== 'person') return [part(section, null)];
    return (answers.people[section.id] ?? []).map((person) => part(section, person));
  });
}

export interface PlacedQuestion {
  part: ShownPart;
  question: Question;
}

const placed = (definition: FormDefinition, answers: FormAnswers): PlacedQuestion[] =>
  shownParts(definition, answers).flatMap((part) =>
    part.questions.map((question) => ({ part, question })),
  );

/** Each becomes an item to verify. */
export const failedQuestions = (definition: FormDefinition, answers: FormAnswers) =>
  placed(definition, answers).filter(({ part, question }) => isFailed(question, part.values));

export type Missing = 'answer' | 'photo' | 'name' | 'number' | 'people';

/** Why a question cannot be sent yet; null: it can. */
export function missingOf(question: Question, values: Values): Missing | null {
  const answer = values[question.id];
  // Drawn, but nobody could say by whom.
  if (isSignature(answer) && answer.strokes.length > 0 && answer.name.trim() === '') return 'name';
  // Typed, but no number, or one that can be two.
  if (question.kind === 'number' && typeof answer === 'string' && !isEmpty(answer)) return 'number';
  if (question.required && isEmpty(answer)) return 'answer';
  const wantsPhoto = question.photo_on_fail && isFailed(question, values);
  return wantsPhoto && isEmpty(values[photoKey(question.id)]) ? 'photo' : null;
}

export interface MissingAnswer {
  sectionId: string;
  /** Null: the people of the section. */
  questionId: string | null;
  /** Which of them, from zero. */
  person: number | null;
  missing: Missing;
}

/** What has to be answered before it can be sent, in the order of the form. */
export function missingAnswers(definition: FormDefinition, answers: FormAnswers): MissingAnswer[] {
  const parts = shownParts(definition, answers);
  const wanted = shownSections(definition, answers);
  return wanted.flatMap((section): MissingAnswer[] => {
    const own = parts.filter((part) => part.section.id === section.id);
    if (own.length === 0 && section.questions.some(({ required }) => required))
      return [{ sectionId: section.id, questionId: null, person: null, missing: 'people' }];
    return own.flatMap((part, index) =>
      part.questions.flatMap((question) => {
        const missing = missingOf(question, part.values);
        const person = part.person ? index : null;
        return missing ? [{ sectionId: section.id, questionId: question.id, person, missing }] : [];
      }),
    );
  });
}

/** Sections whose condition holds, also those that wait for people. */
export function shownSections(definition: FormDefinition, answers: FormAnswers): Section[] {
  const values = shownParts(definition, { ...answers, people: {} }).at(-1)?.values ?? {};
  return definition.sections.filter(
    ({ when }) => !when || hasOneOf(values[when.question], when.is),
  );
}
