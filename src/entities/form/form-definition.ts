/** The ten kinds of questions; a check is passed, failed or does not apply. */
export const QUESTION_KINDS = [
  'check',
  'yes_no',
  'text',
  'number',
  'date',
  'time',
  'choice',
  'choices',
  'photo',
  'signature',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** As a company wrote it, in both languages. */
export interface BothLanguages {
  en: string;
  es: string;
}

/** Shown where that question was answered with one of these. */
export interface Condition {
  question: string;
  is: string[];
}

export interface Choice {
  id: string;
  label: BothLanguages;
}

export interface Question {
  /** Of the form, not only of its section. */
  id: string;
  kind: QuestionKind;
  label: BothLanguages;
  help?: BothLanguages;
  required?: boolean;
  choices?: Choice[];
  /** Behind a number. */
  unit?: BothLanguages;
  /** Answers that become an item to verify; a check fails by `fail` unless this says otherwise. */
  fails?: string[];
  photo_on_fail?: boolean;
  when?: Condition;
}

export interface Section {
  id: string;
  title: BothLanguages;
  /** Read before the questions, such as the text of a toolbox talk. */
  text?: BothLanguages;
  /** Answered once for each person who was chosen. */
  repeat?: 'person';
  when?: Condition;
  questions: Question[];
}

export interface FormDefinition {
  sections: Section[];
}

export const FORM_CATEGORIES = [
  'toolbox_talk',
  'hazard_analysis',
  'equipment_check',
  'near_miss',
  'sign_in',
  'other',
] as const;
export type FormCategory = (typeof FORM_CATEGORIES)[number];

/** Ships with the product; a company adds a copy that is its own from then on. */
export interface FormTemplate {
  id: string;
  category: FormCategory;
  name: BothLanguages;
  /** Where its content comes from, and that it may be used. */
  source: BothLanguages;
  definition: FormDefinition;
}

const FIXED_ANSWERS: Partial<Record<QuestionKind, readonly string[]>> = {
  check: ['pass', 'fail', 'na'],
  yes_no: ['yes', 'no'],
};

/** What can be pressed; none where something is typed, drawn or taken. */
export function answersOf({ kind, choices = [] }: Question): readonly string[] {
  if (kind === 'choice' || kind === 'choices') return choices.map(({ id }) => id);
  return FIXED_ANSWERS[kind] ?? [];
}

export const failingAnswers = ({ kind, fails }: Question): readonly string[] =>
  fails ?? (kind === 'check' ? ['fail'] : []);
