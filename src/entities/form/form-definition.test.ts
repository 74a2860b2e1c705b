import { expect, test } from 'vitest';
import { checkDefinition } from './check-definition.ts';
import {
  type FormAnswers,
  failedQuestions,
  isEmpty,
  missingAnswers,
  NO_ANSWERS,
  photoKey,
  shownParts,
  type Values,
} from './form-answers.ts';
import type { FormDefinition, Question, Section } from './form-definition.ts';

const words = (text: string) => ({ en: text, es: text });
const question = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  kind: 'check',
  label: words(id),
  ...more,
});
const section = (id: string, questions: Question[], more: Partial<Section> = {}): Section => ({
  id,
  title: words(id),
  questions,
  ...more,
});
const form = (...sections: Section[]): FormDefinition => ({ sections });
const given = (values: Values): FormAnswers => ({ values, people: {} });
const shownIds = (definition: FormDefinition, answers: FormAnswers) =>
  shownParts(definition, answers).flatMap(({ questions }) => questions.map(({ id }) => id));

const WHY = question('why', {
  kind: 'text',
  required: true,
  when: { question: 'belt', is: ['fail'] },
});
const DEEPER = question('deeper', { when: { question: 'why_kind', is: ['worn'] } });
const CAB = form(section('cab', [question('belt', { required: true, photo_on_fail: true }), WHY]));

test('a question appears with the answer it waits for, and goes with it', () => {
  expect(shownIds(CAB, NO_ANSWERS)).toEqual(['belt']);
  expect(shownIds(CAB, given({ belt: 'fail' }))).toEqual(['belt', 'why']);
  expect(shownIds(CAB, given({ belt: 'pass', why: 'Torn' }))).toEqual(['belt']);
});

test('the answer of a question that is not shown counts for nothing', () => {
  const choice = question('why_kind', {
    kind: 'choice',
    choices: [
      { id: 'worn', label: words('Worn') },
      { id: 'gone', label: words('Gone') },
    ],
    fails: ['gone'],
    when: { question: 'belt', is: ['fail'] },
  });
  const definition = form(section('cab', [question('belt'), choice]), section('more', [DEEPER]));
  expect(checkDefinition(definition)).toEqual([]);
  expect(shownIds(definition, given({ belt: 'fail', why_kind: 'worn' }))).toContain('deeper');
  expect(shownIds(definition, given({ belt: 'pass', why_kind: 'worn' }))).toEqual(['belt']);
  expect(failedQuestions(definition, given({ belt: 'na', why_kind: 'gone' }))).toEqual([]);
});

test('a number that can be two, or none, is asked about where none is required too', () => {
  const definition = form(section('cab', [question('load', { kind: 'number' })]));
  for (const typed of ['1.200', 'heavy'])
    expect(missingAnswers(definition, given({ load: typed }))).toMatchObject([
      { questionId: 'load', missing: 'number' },
    ]);
  for (const values of [{}, { load: '' }, { load: 1200 }])
    expect(missingAnswers(definition, given(values))).toEqual([]);
});

test('what fails, and what is missing then', () => {
  expect(missingAnswers(CAB, NO_ANSWERS)).toMatchObject([
    { questionId: 'belt', missing: 'answer' },
  ]);
  const failed = given({ belt: 'fail' });
  expect(failedQuestions(CAB, failed).map(({ question: { id } }) => id)).toEqual(['belt']);
  expect(missingAnswers(CAB, failed)).toMatchObject([
    { questionId: 'belt', missing: 'photo' },
    { questionId: 'why', missing: 'answer' },
  ]);
  const complete = given({ belt: 'fail', [photoKey('belt')]: ['a'], why: 'Torn' });
  expect(missingAnswers(CAB, complete)).toEqual([]);
});

test('each person answers alone', () => {
  const signs = form(
    section('talk', [question('sign', { kind: 'signature', required: true })], {
      repeat: 'person',
    }),
  );
  expect(missingAnswers(signs, NO_ANSWERS)).toMatchObject([{ missing: 'people' }]);
  const strokes = [
    [
      [0, 0],
      [9, 9],
    ],
  ];
  const people = [
    { employee_id: null, name: 'Ana', values: { sign: { name: 'Ana', strokes } } },
    { employee_id: null, name: 'Ben', values: {} },
    { employee_id: null, name: 'Cy', values: { sign: { name: ' ', strokes } } },
  ];
  expect(missingAnswers(signs, { values: {}, people: { talk: people } })).toMatchObject([
    { person: 1, missing: 'answer' },
    { person: 2, missing: 'name' },
  ]);
});

test.each([
  ['', true],
  [' ', true],
  [[], true],
  [Number.NaN, true],
  [0, false],
  [{ name: ' ', strokes: [] }, true],
  [{ name: 'Ana', strokes: [] }, false],
])('%j is empty: %s', (answer, empty) => {
  expect(isEmpty(answer)).toBe(empty);
});

test.each<[string, FormDefinition, string]>([
  ['no section', form(), 'no_sections'],
  ['no question', form(section('a', [])), 'no_questions'],
  ['an id twice', form(section('a', [question('b'), question('b')])), 'id_taken'],
  [
    'a label in one language',
    form(section('a', [question('b', { label: { en: 'B', es: '' } })])),
    'text_missing',
  ],
  [
    'one choice',
    form(
      section('a', [question('b', { kind: 'choice', choices: [{ id: 'c', label: words('C') }] })]),
    ),
    'choices_missing',
  ],
  [
    'an answer that cannot be given',
    form(section('a', [question('b', { fails: ['no'] })])),
    'fails_unknown',
  ],
  [
    'a condition on what comes later',
    form(section('a', [DEEPER, question('why_kind')])),
    'condition_unknown',
  ],
  [
    'a condition on what each person says',
    form(
      section('a', [question('b')], { repeat: 'person' }),
      section('c', [question('d', { when: { question: 'b', is: ['fail'] } })]),
    ),
    'condition_unknown',
  ],
])('%s is refused', (_, definition, problem) => {
  expect(checkDefinition(definition)).toMatchObject([{ problem }]);
});
