import type { FormTemplate } from '@/entities/form/form-definition';
import { writtenHere } from '@/features/forms/templates/in-both-languages';

/** The hazards of one job before it starts, step by step. */
export const HAZARD_ANALYSES: readonly FormTemplate[] = [
  {
    id: 'job_hazard_analysis',
    category: 'hazard_analysis',
    name: { en: 'Job hazard analysis', es: 'Análisis de riesgos del trabajo' },
    source: writtenHere('29 CFR 1926.501, 1926.652'),
    definition: {
      sections: [
        {
          id: 'job',
          title: { en: 'The job', es: 'El trabajo' },
          questions: [
            {
              id: 'task',
              kind: 'text',
              label: { en: 'What are we doing, and where?', es: '¿Qué vamos a hacer y dónde?' },
              required: true,
            },
            {
              id: 'steps',
              kind: 'text',
              label: { en: 'Steps of the job, in order', es: 'Pasos del trabajo, en orden' },
              help: { en: 'One line for each step.', es: 'Una línea por paso.' },
              required: true,
            },
            {
              id: 'changed',
              kind: 'yes_no',
              label: {
                en: 'Is anything different from last time: weather, people, machines, site?',
                es: '¿Hay algo distinto a la última vez: clima, gente, máquinas, obra?',
              },
              required: true,
            },
            {
              id: 'what_changed',
              kind: 'text',
              label: { en: 'What is different?', es: '¿Qué es distinto?' },
              required: true,
              when: { question: 'changed', is: ['yes'] },
            },
          ],
        },
        {
          id: 'hazards',
          title: { en: 'What could hurt somebody', es: 'Qué podría lastimar a alguien' },
          questions: [
            {
              id: 'found',
              kind: 'choices',
              label: { en: 'Hazards of this job', es: 'Riesgos de este trabajo' },
              required: true,
              choices: [
                {
                  id: 'fall',
                  label: { en: 'Fall from 6 feet or more', es: 'Caída desde 6 pies o más' },
                },
                { id: 'trip', label: { en: 'Slip or trip', es: 'Resbalón o tropiezo' } },
                {
                  id: 'struck',
                  label: {
                    en: 'Struck by machine, vehicle or falling object',
                    es: 'Golpe por máquina, vehículo u objeto que cae',
                  },
                },
                { id: 'caught', label: { en: 'Caught in or between', es: 'Atrapado o prensado' } },
                {
                  id: 'electric',
                  label: {
                    en: 'Electricity or power lines',
                    es: 'Electricidad o líneas eléctricas',
                  },
                },
                { id: 'trench', label: { en: 'Trench or excavation', es: 'Zanja o excavación' } },
                { id: 'lift', label: { en: 'Heavy lifting by hand', es: 'Carga pesada a mano' } },
                {
                  id: 'fire',
                  label: { en: 'Fire or hot work', es: 'Fuego o trabajo en caliente' },
                },
                {
                  id: 'dust',
                  label: { en: 'Dust, fumes or chemicals', es: 'Polvo, humos o químicos' },
                },
                { id: 'noise', label: { en: 'Noise', es: 'Ruido' } },
                {
                  id: 'weather',
                  label: { en: 'Heat, cold or storm', es: 'Calor, frío o tormenta' },
                },
                { id: 'space', label: { en: 'Confined space', es: 'Espacio confinado' } },
                { id: 'public', label: { en: 'Traffic or public', es: 'Tráfico o público' } },
                { id: 'other', label: { en: 'Something else', es: 'Otra cosa' } },
              ],
            },
            {
              id: 'controls',
              kind: 'text',
              label: {
                en: 'What are we doing about each of them?',
                es: '¿Qué vamos a hacer contra cada uno?',
              },
              help: {
                en: 'First take the hazard away, then barriers and guards, then rules, and protective equipment last.',
                es: 'Primero quita el riesgo, luego barreras y guardas, después reglas, y al final el equipo de protección.',
              },
              required: true,
            },
            {
              id: 'gear',
              kind: 'choices',
              label: { en: 'Protective equipment we wear', es: 'Equipo de protección que usamos' },
              required: true,
              choices: [
                { id: 'hat', label: { en: 'Hard hat', es: 'Casco' } },
                { id: 'glasses', label: { en: 'Safety glasses', es: 'Lentes de seguridad' } },
                { id: 'face', label: { en: 'Face shield or goggles', es: 'Careta o goggles' } },
                { id: 'gloves', label: { en: 'Gloves', es: 'Guantes' } },
                { id: 'boots', label: { en: 'Work boots', es: 'Botas de trabajo' } },
                {
                  id: 'vest',
                  label: { en: 'High-visibility vest', es: 'Chaleco de alta visibilidad' },
                },
                { id: 'ears', label: { en: 'Hearing protection', es: 'Protección de oídos' } },
                {
                  id: 'mask',
                  label: { en: 'Respirator or dust mask', es: 'Respirador o mascarilla' },
                },
                { id: 'harness', label: { en: 'Harness', es: 'Arnés' } },
              ],
            },
          ],
        },
        {
          id: 'ready',
          title: { en: 'Before we start', es: 'Antes de empezar' },
          questions: [
            {
              id: 'permits',
              kind: 'check',
              label: {
                en: 'Permits are here: hot work, digging, confined space, lockout',
                es: 'Permisos listos: trabajo en caliente, excavación, espacio confinado, bloqueo',
              },
              required: true,
            },
            {
              id: 'trained',
              kind: 'check',
              label: {
                en: 'Everyone is trained for their part',
                es: 'Todos están capacitados para su parte',
              },
              required: true,
            },
            {
              id: 'emergency',
              kind: 'check',
              label: {
                en: 'Everyone knows the address, the way out, first aid and rescue',
                es: 'Todos conocen la dirección, la salida, los primeros auxilios y el rescate',
              },
              required: true,
            },
            {
              id: 'photo',
              kind: 'photo',
              label: { en: 'Photo of the work area', es: 'Foto del área de trabajo' },
            },
            {
              id: 'go',
              kind: 'yes_no',
              label: { en: 'Can we start safely?', es: '¿Podemos empezar con seguridad?' },
              required: true,
              fails: ['no'],
            },
          ],
        },
        {
          id: 'crew',
          title: { en: 'The crew', es: 'La cuadrilla' },
          text: {
            en: 'I know the hazards of this job and what we are doing about them. I stop work if something changes.',
            es: 'Conozco los riesgos de este trabajo y cómo nos protegemos. Paro el trabajo si algo cambia.',
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
  },
];
