import { expect, test } from 'vitest';
import type { FormDefinition } from '@/entities/form/form-definition';
import { copyAnswers } from './copy-answers.ts';

const text = (en: string) => ({ en, es: en });
const choices = ['a', 'b'].map((id) => ({ id, label: text(id) }));
const DEFINITION: FormDefinition = {
  sections: [
    {
      id: 'job',
      title: text('Job'),
      questions: [
        { id: 'task', kind: 'text', label: text('Task') },
        { id: 'belt', kind: 'check', label: text('Belt') },
        { id: 'safe', kind: 'yes_no', label: text('Safe') },
        { id: 'meter', kind: 'number', label: text('Meter') },
        { id: 'day', kind: 'date', label: text('Day') },
        { id: 'one', kind: 'choice', label: text('One'), choices },
        { id: 'many', kind: 'choices', label: text('Many'), choices },
        { id: 'gone', kind: 'choices', label: text('Gone'), choices },
        { id: 'photo', kind: 'photo', label: text('Photo') },
        { id: 'sign', kind: 'signature', label: text('Sign') },
      ],
    },
    {
      id: 'crew',
      title: text('Crew'),
      repeat: 'person',
      questions: [{ id: 'signed', kind: 'signature', label: text('Signature') }],
    },
  ],
};

test('texts, choices and people are copied; nobody has checked, measured or signed', () => {
  const signature = { name: 'Ana', strokes: [] };
  const last = {
    values: {
      task: 'Pour level 2',
      belt: 'pass',
      safe: 'yes',
      meter: 12,
      day: '2026-03-02',
      one: 'a',
      many: ['b', 'z'],
      gone: ['z'],
      photo: ['p'],
      sign: signature,
      unknown: 'x',
    },
    people: {
      crew: [{ employee_id: 'e1', name: 'Ana', values: { signed: signature } }],
      other: [{ employee_id: null, name: 'Ben', values: {} }],
    },
  };
  expect(copyAnswers(DEFINITION, last)).toEqual({
    values: { task: 'Pour level 2', one: 'a', many: ['b'] },
    people: { crew: [{ employee_id: 'e1', name: 'Ana', values: {} }] },
  });
});
