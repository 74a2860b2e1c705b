import type { FormTemplate } from '@/entities/form/form-definition';
import { type Pair, words, writtenHere } from '@/features/forms/templates/in-both-languages';

export interface Talk {
  id: string;
  name: Pair;
  /** What is read out, a line each. */
  points: readonly Pair[];
  /** Answered with no, it becomes an item to verify. */
  ask: Pair;
  /** The federal rule its numbers follow. */
  figures?: string;
}

const lines = (points: readonly Pair[], language: 0 | 1): string =>
  points.map((point) => `• ${point[language]}`).join('\n');

/** A talk: read it, name what this site has of it, everyone signs. */
export function toolboxTalk({ id, name, points, ask, figures }: Talk): FormTemplate {
  return {
    id: `talk_${id}`,
    category: 'toolbox_talk',
    name: words(name),
    source: writtenHere(figures),
    definition: {
      sections: [
        {
          id: 'talk',
          title: words(name),
          text: { en: lines(points, 0), es: lines(points, 1) },
          questions: [],
        },
        {
          id: 'site',
          title: { en: 'On this site today', es: 'En esta obra hoy' },
          questions: [
            {
              id: 'hazards',
              kind: 'text',
              label: {
                en: 'Where do we have this today, and what are we doing about it?',
                es: '¿Dónde tenemos esto hoy y qué vamos a hacer?',
              },
              required: true,
            },
            { id: 'ready', kind: 'yes_no', label: words(ask), required: true, fails: ['no'] },
          ],
        },
        {
          id: 'crew',
          title: { en: 'Everyone signs', es: 'Todos firman' },
          text: {
            en: 'I was at this talk and I could ask questions.',
            es: 'Estuve en esta charla y pude hacer preguntas.',
          },
          repeat: 'person',
          questions: [
            {
              id: 'signed',
              kind: 'signature',
              label: { en: 'Signature', es: 'Firma' },
              required: true,
            },
          ],
        },
      ],
    },
  };
}
