import { expect, test } from 'vitest';
import {
  strokesOf,
  ticketFileName,
  ticketPaper,
  ticketPdf,
} from '@/features/tickets/files/ticket-pdf';
import type { TicketRecord } from '@/features/tickets/files/ticket-record';
import regularFile from '@/lib/files/fonts/Inter-Regular.ttf?inline';
import boldFile from '@/lib/files/fonts/Inter-SemiBold.ttf?inline';

const base64 = (address: string): string => address.split(',')[1] ?? '';
const fonts = { regular: base64(regularFile), bold: base64(boldFile) };

const record: TicketRecord = {
  status: 'signed',
  company: 'Whitfield Construction',
  project: 'Harborview Medical Annex',
  project_number: 'P-7',
  client: null,
  time_zone: 'America/New_York',
  number: 15,
  revision: 1,
  work_date: '2026-11-19',
  description: 'Move conduit at grid C4.',
  location: 'Grid C4',
  reference: 'RFI 22',
  directed: { name: 'Ken Alvarez', title: 'Site manager', company: 'Harborview Health', phone: '' },
  lines: [
    {
      kind: 'labor',
      description: 'Trevor Nolan',
      trade: 'Electrician',
      hours_kind: 'overtime',
      started_at: '2026-11-19T14:00:00Z',
      ended_at: '2026-11-19T16:30:00Z',
      quantity: '2.5',
      unit: 'h',
      photo_id: null,
    },
    {
      kind: 'material',
      description: 'EMT conduit',
      trade: '',
      hours_kind: 'regular',
      started_at: null,
      ended_at: null,
      quantity: '40',
      unit: 'ft',
      photo_id: null,
    },
  ],
  photos: [{ id: 'f1', sha256: 'c'.repeat(64), taken_at: '2026-11-19T14:05:00Z' }],
  written_by: 'Luis Ortega',
  written_at: '2026-11-19T16:36:00Z',
  sha256: 'ab'.repeat(32),
  signed: {
    name: 'Ken Alvarez',
    title: 'Site manager',
    at: '2026-11-19T16:42:00Z',
    through: 'phone',
    signature_path: 'M10 20L30.5 40M50 60L70 80',
  },
};

test('the field copy says hours and quantities, who signed and what the signature means', () => {
  const paper = ticketPaper(record, 'en');
  const said = JSON.stringify(paper);
  for (const part of [
    '2 h 30 min',
    'Electrician · overtime',
    '9:00 AM – 11:30 AM',
    '40 ft',
    'not an agreement on the price',
    'c'.repeat(64),
  ])
    expect(said).toContain(part);
  expect(paper.number).toBe('15 R1');
  expect(paper.signatures[0]).toMatchObject({
    signed: expect.stringContaining('Ken Alvarez, Site manager'),
    strokes: [
      [
        [10, 20],
        [30.5, 40],
      ],
      [
        [50, 60],
        [70, 80],
      ],
    ],
  });
  expect(said).not.toMatch(/\$|rate|price:/);
});

test('in Spanish it reads as the trade says it', () => {
  expect(ticketPaper(record, 'es')).toMatchObject({ heading: 'Boleta de trabajo extra' });
  expect(JSON.stringify(ticketPaper(record, 'es'))).toContain('no es un acuerdo sobre el precio');
});

test('a refusal is on the paper with its reason and witness', () => {
  const refused = {
    ...record,
    status: 'refused' as const,
    signed: null,
    refused: {
      name: 'Ken Alvarez',
      title: null,
      at: '2026-11-19T16:44:00Z',
      reason: 'On the drawings.',
    },
    witness: { name: 'Ann Boyd', at: '2026-11-19T16:44:00Z' },
  };
  const said = JSON.stringify(ticketPaper(refused, 'en'));
  expect(said).toContain('On the drawings.');
  expect(said).toContain('Witness: Ann Boyd');
});

test('the same record gives the same bytes, and a name for the file', () => {
  const bytes = () => new TextDecoder('latin1').decode(ticketPdf(record, 'en', fonts));
  const first = bytes();
  expect(bytes() === first).toBe(true);
  expect(first.slice(0, 5)).toBe('%PDF-');
  expect(ticketFileName(record)).toBe('Harborview-Medical-Annex-extra-work-15-R1.pdf');
  expect(strokesOf(null)).toEqual([]);
});
