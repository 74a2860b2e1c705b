import type { FormTemplate, Question } from '@/entities/form/form-definition';
import { writtenHere } from '@/features/forms/templates/in-both-languages';

const text = (id: string, en: string, es: string, required = true): Question => ({
  id,
  kind: 'text',
  label: { en, es },
  ...(required ? { required } : {}),
});
const yes = (id: string, en: string, es: string): Question => ({
  id,
  kind: 'yes_no',
  label: { en, es },
  required: true,
  fails: ['no'],
});
const signature: Question = {
  id: 'signed',
  kind: 'signature',
  label: { en: 'Signature', es: 'Firma' },
  required: true,
};
const arrival: Question = {
  id: 'arrived',
  kind: 'time',
  label: { en: 'Time in', es: 'Hora de entrada' },
  required: true,
};

/** Who comes onto the site and does not work for the company. */
export const SIGN_INS: readonly FormTemplate[] = [
  {
    id: 'visitor_sign_in',
    category: 'sign_in',
    name: { en: 'Visitor sign-in', es: 'Registro de visitantes' },
    source: writtenHere(),
    definition: {
      sections: [
        {
          id: 'visitor',
          title: { en: 'Visitor', es: 'Visitante' },
          questions: [
            text('visitor_name', 'Your name', 'Tu nombre'),
            text('company', 'Company', 'Empresa', false),
            text('phone', 'Phone', 'Teléfono', false),
            text('host', 'Who are you here to see?', '¿A quién vienes a ver?'),
            {
              id: 'reason',
              kind: 'choice',
              label: { en: 'Why are you here?', es: '¿A qué vienes?' },
              required: true,
              choices: [
                { id: 'meeting', label: { en: 'Meeting', es: 'Reunión' } },
                { id: 'inspection', label: { en: 'Inspection', es: 'Inspección' } },
                { id: 'delivery', label: { en: 'Delivery', es: 'Entrega' } },
                { id: 'tour', label: { en: 'Site visit', es: 'Recorrido' } },
                { id: 'other', label: { en: 'Something else', es: 'Otra cosa' } },
              ],
            },
            arrival,
          ],
        },
        {
          id: 'rules',
          title: { en: 'On this site', es: 'En esta obra' },
          text: {
            en: '• Stay with your host.\n• Wear a hard hat, glasses, a vest and closed shoes past the office.\n• Stay out of areas that are closed off, and away from machines.\n• When the alarm sounds, go to the meeting point.\n• Sign out when you leave.',
            es: '• No te separes de quien te recibe.\n• Usa casco, lentes, chaleco y zapato cerrado pasando la oficina.\n• No entres a áreas cerradas ni te acerques a las máquinas.\n• Si suena la alarma, ve al punto de reunión.\n• Registra tu salida al irte.',
          },
          questions: [
            yes(
              'gear',
              'Do you have the protective equipment?',
              '¿Tienes el equipo de protección?',
            ),
            yes('understood', 'Have you read and understood this?', '¿Leíste y entendiste esto?'),
            signature,
          ],
        },
      ],
    },
  },
  {
    id: 'subcontractor_sign_in',
    category: 'sign_in',
    name: { en: 'Subcontractor sign-in', es: 'Registro de subcontratistas' },
    source: writtenHere('29 CFR 1926.501'),
    definition: {
      sections: [
        {
          id: 'company',
          title: { en: 'Company and crew', es: 'Empresa y cuadrilla' },
          questions: [
            text('company_name', 'Company', 'Empresa'),
            text('trade', 'Trade', 'Oficio'),
            text('lead_name', 'Person in charge on site', 'Encargado en la obra'),
            text('lead_phone', 'Phone', 'Teléfono'),
            {
              id: 'headcount',
              kind: 'number',
              label: { en: 'How many of you are here today?', es: '¿Cuántos son hoy?' },
              unit: { en: 'people', es: 'personas' },
              required: true,
            },
            text('names', 'Names of the crew', 'Nombres de la cuadrilla'),
            arrival,
          ],
        },
        {
          id: 'work',
          title: { en: 'Today’s work', es: 'Trabajo de hoy' },
          questions: [
            text('task', 'What are you doing today, and where?', '¿Qué van a hacer hoy y dónde?'),
            {
              id: 'special',
              kind: 'choices',
              label: {
                en: 'Does your work include any of this?',
                es: '¿Tu trabajo incluye algo de esto?',
              },
              choices: [
                { id: 'hot', label: { en: 'Hot work', es: 'Trabajo en caliente' } },
                {
                  id: 'height',
                  label: { en: 'Work at 6 feet or higher', es: 'Trabajo a 6 pies o más' },
                },
                { id: 'crane', label: { en: 'Crane or lift', es: 'Grúa o elevador' } },
                { id: 'dig', label: { en: 'Digging', es: 'Excavación' } },
                { id: 'space', label: { en: 'Confined space', es: 'Espacio confinado' } },
                { id: 'chemical', label: { en: 'Chemicals', es: 'Químicos' } },
              ],
            },
            yes(
              'oriented',
              'Has everyone had the site orientation?',
              '¿Todos tomaron la orientación de la obra?',
            ),
            yes(
              'plan',
              'Do you have today’s hazard analysis?',
              '¿Tienes el análisis de riesgos de hoy?',
            ),
            yes(
              'insured',
              'Is your certificate of insurance on file?',
              '¿Ya entregaste tu certificado de seguro?',
            ),
            yes(
              'gear',
              'Does everyone have protective equipment?',
              '¿Todos tienen equipo de protección?',
            ),
            signature,
          ],
        },
      ],
    },
  },
];
