import { expect, test } from 'vitest';
import { checkDefinition } from '@/entities/form/check-definition';
import {
  type BothLanguages,
  FORM_CATEGORIES,
  type FormTemplate,
  failingAnswers,
  type Question,
} from '@/entities/form/form-definition';
import { loadTemplates } from '@/features/forms/templates/load-templates';

const all = (await Promise.all(FORM_CATEGORIES.map(loadTemplates))).flat();
const talks = await loadTemplates('toolbox_talk');
const questionsOf = ({ definition }: FormTemplate): Question[] =>
  definition.sections.flatMap(({ questions }) => questions);

/** Every text of a template. */
function wordsOf(template: FormTemplate): BothLanguages[] {
  const texts = template.definition.sections.flatMap(({ title, text }) => [title, text]);
  const asked = questionsOf(template).flatMap(({ label, help, unit, choices = [] }) => [
    label,
    help,
    unit,
    ...choices.map((choice) => choice.label),
  ]);
  return [template.name, template.source, ...texts, ...asked].filter(
    (words) => words !== undefined,
  );
}

/** Written the same in both languages. */
const ALIKE = new Set(['Hospital', 'Company']);

test('there is one talk for each week of a year, and something of every other category', () => {
  expect(talks).toHaveLength(52);
  for (const category of FORM_CATEGORIES.filter((name) => name !== 'other'))
    expect(all.filter((one) => one.category === category)).not.toHaveLength(0);
});

test('ids and names are there once', () => {
  for (const of of [
    (one: FormTemplate) => one.id,
    (one: FormTemplate) => one.name.en,
    (one: FormTemplate) => one.name.es,
  ])
    expect(new Set(all.map(of)).size).toBe(all.length);
});

test.each(all)('$id can be saved as it is', ({ definition }) => {
  expect(checkDefinition(definition)).toEqual([]);
});

test.each(all)('$id speaks both languages', (template) => {
  for (const { en, es } of wordsOf(template)) {
    expect(en.trim()).toBe(en);
    expect(es.trim()).toBe(es);
    expect(en).not.toBe('');
    expect(es).not.toBe('');
    if (!ALIKE.has(en)) expect(es).not.toBe(en);
    // As many lines to read out, and none cut short.
    expect(es.split('\n')).toHaveLength(en.split('\n').length);
    expect(es.length).toBeGreaterThan(en.length * 0.45);
    expect(Math.max(en.length, es.length)).toBeLessThanOrEqual(2000);
    expect(`${en} ${es}`).not.toMatch(/compliant|\busted(es)?\b|\bvosotros\b/i);
  }
});

test.each(all)('$id says where it comes from, and which rule its figures follow', (template) => {
  expect(template.source.en).toMatch(/^Written for Chalkline/);
  expect(template.source.es).toMatch(/^Escrita para Chalkline/);
  const hasFigures = wordsOf(template).some(({ en }) => /\d (feet|decibels|pounds)/.test(en));
  if (hasFigures) expect(template.source.en).toMatch(/29 CFR 19\d\d\.\d/);
});

test.each(all)('$id leads to something to verify', (template) => {
  const failing = questionsOf(template).flatMap((question) => failingAnswers(question));
  expect(failing).not.toHaveLength(0);
  for (const question of questionsOf(template))
    if (question.kind === 'check') expect(failingAnswers(question)).toEqual(['fail']);
});

test.each(talks)(
  '$id has four to seven points, a question about the site, and the crew signs',
  ({ definition }) => {
    const [talk, site, crew] = definition.sections;
    const points = talk?.text?.en.split('\n') ?? [];
    expect(points.length).toBeGreaterThanOrEqual(4);
    expect(points.length).toBeLessThanOrEqual(7);
    expect(site?.questions.map(({ kind }) => kind)).toEqual(['text', 'yes_no']);
    expect(crew).toMatchObject({ repeat: 'person', questions: [{ kind: 'signature' }] });
  },
);

test('the year follows the seasons: cold first, heat in summer', () => {
  const week = (id: string) => talks.findIndex((one) => one.id === `talk_${id}`) + 1;
  expect(week('cold')).toBeLessThan(9);
  for (const id of ['heat', 'heat_new_people', 'heat_emergency']) {
    expect(week(id)).toBeGreaterThan(20);
    expect(week(id)).toBeLessThan(31);
  }
  expect(week('no_rush')).toBe(52);
});
