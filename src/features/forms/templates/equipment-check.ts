import type { FormTemplate, Question, Words } from '@/entities/form/form-definition';

const check = (id: string, en: string, es: string, more: Partial<Question> = {}): Question => ({
  id,
  kind: 'check',
  label: { en, es },
  required: true,
  photo_on_fail: true,
  ...more,
});

const source: Words = {
  en: 'Written for this product. Free to use and change.',
  es: 'Escrita para este producto. Puedes usarla y cambiarla.',
};

export const EQUIPMENT_CHECKS: readonly FormTemplate[] = [
  {
    id: 'daily_machine_check',
    category: 'equipment_check',
    name: { en: 'Daily machine check', es: 'Revisión diaria de la máquina' },
    source,
    definition: {
      sections: [
        {
          id: 'walk_around',
          title: { en: 'Walk around', es: 'Vuelta a la máquina' },
          questions: [
            check('leaks', 'No leaks under the machine', 'Sin fugas debajo de la máquina'),
            check('tires', 'Tires or tracks in good condition', 'Llantas u orugas en buen estado'),
            check('guards', 'Guards and covers in place', 'Guardas y cubiertas en su lugar'),
            check('extinguisher', 'Fire extinguisher charged', 'Extintor cargado'),
          ],
        },
        {
          id: 'cab',
          title: { en: 'In the cab', es: 'En la cabina' },
          questions: [
            check('belt', 'Seat belt works', 'El cinturón de seguridad funciona'),
            check(
              'horn',
              'Horn and backup alarm work',
              'La bocina y la alarma de reversa funcionan',
            ),
            check('brakes', 'Brakes hold', 'Los frenos detienen la máquina'),
            {
              id: 'meter',
              kind: 'number',
              label: { en: 'Hour meter', es: 'Horómetro' },
              unit: { en: 'hours', es: 'horas' },
            },
          ],
        },
        {
          id: 'result',
          title: { en: 'Result', es: 'Resultado' },
          questions: [
            {
              id: 'safe',
              kind: 'yes_no',
              label: {
                en: 'Is the machine safe to run?',
                es: '¿Se puede operar la máquina con seguridad?',
              },
              required: true,
              fails: ['no'],
            },
            {
              id: 'why',
              kind: 'text',
              label: { en: 'What has to be fixed?', es: '¿Qué hay que arreglar?' },
              required: true,
              when: { question: 'safe', is: ['no'] },
            },
            {
              id: 'operator',
              kind: 'signature',
              label: { en: 'Operator', es: 'Operador' },
              required: true,
            },
          ],
        },
      ],
    },
  },
];
