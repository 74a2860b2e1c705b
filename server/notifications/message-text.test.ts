import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderMessage, UnknownMessageError } from './message-text.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'chalkline-messages-'));
  write('en', {
    shift: {
      title: 'New shift',
      body: 'On {{ day }}',
      details: '{{day}} at {{site}}',
      text: 'Shift {{day}}: {{link}}',
    },
    action_stop: { title: 'Stop now' },
  });
  write('es', { shift: { title: 'Nuevo turno', body: 'El {{day}}' } });
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(language: string, messages: object): void {
  writeFileSync(path.join(folder, `messages.${language}.json`), JSON.stringify(messages));
}

const render = (template: string, language: string, values = {}) =>
  renderMessage(folder, { template, language, values });

test('values take their places, and what is missing reads as nothing', () => {
  expect(render('shift', 'en', { day: 'Monday', site: '{{day}} <Dock St>', link: null })).toEqual({
    title: 'New shift',
    body: 'On Monday',
    details: 'Monday at {{day}} <Dock St>',
    text: 'Shift Monday: ',
  });
  expect(render('shift', 'en', { toString: 'x' }).body).toBe('On ');
});

test('a language that lacks a message gets the English one', () => {
  expect(render('shift', 'es', { day: 'lunes' })).toMatchObject({ title: 'Nuevo turno' });
  expect(render('action_stop', 'es').title).toBe('Stop now');
  expect(render('shift', '../../etc/x').title).toBe('New shift');
  expect(() => render('constructor', 'es')).toThrow(UnknownMessageError);
});

test('a message that is wrong holds up no other', () => {
  write('pt', { broken: 'no object', wrong: { title: 7 }, shift: { title: 'Turno' } });
  expect(render('shift', 'pt').title).toBe('Turno');
  expect(() => render('wrong', 'pt')).toThrow();
  expect(() => render('broken', 'pt')).toThrow();
});

test('an edited file is read again', () => {
  write('fr', { shift: { title: 'Poste' } });
  expect(render('shift', 'fr').title).toBe('Poste');
  write('fr', { shift: { title: 'Nouveau poste' } });
  utimesSync(path.join(folder, 'messages.fr.json'), 1, 1);
  expect(render('shift', 'fr').title).toBe('Nouveau poste');
});
