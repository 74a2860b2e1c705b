import type { FormTemplate } from '@/entities/form/form-definition';
import { writtenHere } from '@/features/forms/templates/in-both-languages';

/** What nearly happened; each one is for the office to look at. */
export const NEAR_MISSES: readonly FormTemplate[] = [
  {
    id: 'near_miss',
    category: 'near_miss',
    name: { en: 'Near miss', es: 'Casi accidente' },
    source: writtenHere(),
    definition: {
      sections: [
        {
          id: 'what',
          title: { en: 'What happened', es: 'Qué pasó' },
          text: {
            en: 'Make it safe first. We ask what happened, not who is to blame.',
            es: 'Primero hazlo seguro. Preguntamos qué pasó, no de quién es la culpa.',
          },
          questions: [
            { id: 'day', kind: 'date', label: { en: 'Day', es: 'Día' }, required: true },
            { id: 'hour', kind: 'time', label: { en: 'Time', es: 'Hora' } },
            {
              id: 'place',
              kind: 'text',
              label: { en: 'Where exactly?', es: '¿Dónde exactamente?' },
              required: true,
            },
            {
              id: 'story',
              kind: 'text',
              label: { en: 'What happened?', es: '¿Qué pasó?' },
              required: true,
            },
            {
              id: 'kind',
              kind: 'choice',
              label: { en: 'What could have come of it?', es: '¿En qué pudo terminar?' },
              required: true,
              choices: [
                { id: 'fall', label: { en: 'A fall', es: 'Una caída' } },
                { id: 'struck', label: { en: 'Somebody gets hit', es: 'Alguien golpeado' } },
                { id: 'caught', label: { en: 'Somebody gets caught', es: 'Alguien atrapado' } },
                {
                  id: 'electric',
                  label: { en: 'An electric shock', es: 'Una descarga eléctrica' },
                },
                { id: 'fire', label: { en: 'A fire', es: 'Un incendio' } },
                { id: 'damage', label: { en: 'Damage only', es: 'Solo daños' } },
                { id: 'other', label: { en: 'Something else', es: 'Otra cosa' } },
              ],
            },
            {
              id: 'severity',
              kind: 'choice',
              label: { en: 'How bad could it have been?', es: '¿Qué tan grave pudo ser?' },
              required: true,
              choices: [
                { id: 'minor', label: { en: 'First aid', es: 'Primeros auxilios' } },
                { id: 'serious', label: { en: 'Hospital', es: 'Hospital' } },
                {
                  id: 'fatal',
                  label: { en: 'Somebody could have died', es: 'Alguien pudo morir' },
                },
              ],
              fails: ['serious', 'fatal'],
            },
            { id: 'photo', kind: 'photo', label: { en: 'Photo', es: 'Foto' } },
          ],
        },
        {
          id: 'next',
          title: { en: 'What’s next', es: 'Qué sigue' },
          questions: [
            { id: 'why', kind: 'text', label: { en: 'Why did it happen?', es: '¿Por qué pasó?' } },
            {
              id: 'fixed',
              kind: 'yes_no',
              label: { en: 'Is it safe now?', es: '¿Ya es seguro?' },
              required: true,
              fails: ['no'],
            },
            {
              id: 'open',
              kind: 'text',
              label: { en: 'What still has to be done?', es: '¿Qué falta por hacer?' },
              required: true,
              when: { question: 'fixed', is: ['no'] },
            },
            {
              id: 'hurt',
              kind: 'yes_no',
              label: {
                en: 'Was anybody hurt, even a little?',
                es: '¿Alguien se lastimó, aunque sea poco?',
              },
              help: {
                en: 'Then it is an injury: report it to your foreman at once.',
                es: 'Entonces es una lesión: repórtala a tu capataz de inmediato.',
              },
              required: true,
              fails: ['yes'],
            },
          ],
        },
      ],
    },
  },
];
