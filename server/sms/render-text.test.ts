import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderText } from './render-text.ts';

const SUPABASE = path.join(import.meta.dirname, '..', '..', 'supabase');
const settings = {
  supabaseDir: SUPABASE,
  siteUrl: 'https://time.harborline.com',
  maxSegments: 2,
};
const LINK = '/l/Ab3dEf9hKm';

/** As long as they usually are. */
const VALUES = {
  company_name: 'Harborline Construction',
  project_name: 'Harbor Annex Building 2',
  first_line: 'Mon Nov 16, 6:30 AM Harbor Annex',
  titles: 'Crane lift on Friday',
  names: 'Site safety plan',
  change: '6:30 AM to 7:00 AM.',
  certificate: 'OSHA 30',
  day: 'Monday, Nov 16',
  week: '11/14/2026',
  first_day: 'Nov 2',
  last_day: 'Nov 15',
  total: '41 h 30 min',
  count: 4,
  at: '3:30 PM',
  starts: '6:30 AM',
  started_at: '6:30 AM',
  due_at: '11:30 AM',
  code: '123456',
};

test.each(['en', 'es'])('every message fits into one segment (%s)', (language) => {
  const file = path.join(SUPABASE, 'templates', `messages.${language}.json`);
  const templates = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object);
  const longer = templates
    .filter(([, { text = '' }]) => text !== '')
    .map(([template, { text }]) => {
      const link = text.includes('{{link}}') ? LINK : null;
      return renderText(settings, { template, language, data: VALUES, path: link, body: null });
    })
    .filter(({ segments }) => segments > 1);
  expect(longer).toEqual([]);
});

test('a message without a text of its own, and one that is cut, keep their link', () => {
  const render = (template: string, data: object, link: string) =>
    renderText(settings, { template, language: 'en', data: { ...data }, path: link, body: null });
  expect(render('action_stop', {}, LINK).body).toBe(
    'Stop now. https://time.harborline.com/l/Ab3dEf9hKm',
  );
  const { body, segments } = render('bulletin', { ...VALUES, titles: 'Crane, '.repeat(90) }, LINK);
  expect(segments).toBe(2);
  expect(body.endsWith(`... ${settings.siteUrl}${LINK}`)).toBe(true);
});
