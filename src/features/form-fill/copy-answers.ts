import type { Answer, FormAnswers, Values } from '@/entities/form/form-answers';
import { answersOf, type FormDefinition, type Question } from '@/entities/form/form-definition';

/** What was checked, measured, photographed or signed is done anew each time. */
const COPIED = new Set(['text', 'choice', 'choices']);

function copied(question: Question, answer: Answer | undefined): Answer | undefined {
  if (!COPIED.has(question.kind) || answer === undefined) return undefined;
  if (question.kind === 'text') return typeof answer === 'string' ? answer : undefined;
  const ids = [answer].flat().filter((id) => answersOf(question).includes(String(id)));
  if (question.kind === 'choices') return ids.length > 0 ? (ids as string[]) : undefined;
  return ids[0] as string | undefined;
}

/** Answers to begin with: texts, choices and the people of an earlier form, where the questions are there still. */
export function copyAnswers({ sections }: FormDefinition, last: FormAnswers): FormAnswers {
  const values: Record<string, Answer> = {};
  const people: Record<string, FormAnswers['people'][string]> = {};
  for (const { id, repeat, questions } of sections) {
    if (repeat) {
      people[id] = (last.people[id] ?? []).map((person) => ({ ...person, values: {} as Values }));
      continue;
    }
    for (const question of questions) {
      const answer = copied(question, last.values[question.id]);
      if (answer !== undefined) values[question.id] = answer;
    }
  }
  return { values, people };
}
