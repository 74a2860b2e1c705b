import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { authMailText } from './auth-mail-text.ts';
import { LANGUAGES, pickLanguage } from './languages.ts';
import { escapeHtml, fillTemplate, withoutLinks } from './mail-template.ts';
import { renderMail } from './render-mail.ts';
import { english } from './templates/en.ts';

const mail = (template: string, language: string, values: Record<string, unknown> = {}) =>
  renderMail('/nowhere', {
    template,
    language,
    values: {
      email: 'ana@example.com',
      action_link: 'https://x.example/v?a=1&b=2',
      code: '123456',
      ...values,
    },
    validSeconds: 900,
    appName: 'Crew Time',
    siteUrl: 'https://time.example.com',
  });

describe('every mail of the accounts', () => {
  const names = Object.keys(english);
  test.each(LANGUAGES.flatMap((language) => names.map((name) => [name, language] as const)))(
    '%s in %s is complete in both parts',
    (name, language) => {
      const words = authMailText(name, language);
      const { subject, text, html, links } = mail(name, language, {
        old_email: 'old@example.com',
        new_email: 'new@example.com',
      });
      expect(subject).not.toMatch(/[{}\r\n]/);
      expect(text).not.toContain('{{');
      expect(html).not.toContain('{{');
      expect(html).toContain(`<html lang="${language}">`);
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(200);
      if (words?.button) {
        expect(text).toContain('https://x.example/v?a=1&b=2');
        expect(html).toContain('href="https://x.example/v?a=1&amp;b=2"');
        expect(links[0]).toBe('https://x.example/v?a=1&b=2');
      }
      if (words?.code) expect(text).toMatch(/^123456$/m);
      // What works for a while only says for how long, as it is set and not as it usually is.
      const lasts = name === 'auth_account_exists';
      if (!lasts && (words?.button ?? words?.code)) expect(text).toMatch(/\b15 minut[eo]s\b/);
    },
  );

  test('says something else in Spanish', () => {
    for (const name of names) {
      expect(authMailText(name, 'es')?.subject).not.toBe(authMailText(name, 'en')?.subject);
    }
  });

  test('escapes what people choose themselves', () => {
    const { html, subject } = mail('auth_signup', 'en', { email: '<script>"x"@example.com' });
    expect(html).not.toContain('<script>');
    expect(subject).toBe('Confirm your email address');
  });
});

test('a mail with a token to stop its kind says where a mail program may post it', () => {
  expect(mail('auth_signup', 'en').unsubscribeUrl).toBeUndefined();
  expect(mail('auth_signup', 'en', { unsubscribe_token: 'a.b&c' }).unsubscribeUrl).toBe(
    'https://time.example.com/unsubscribe?token=a.b%26c',
  );
});

test('an unknown template is an error, not an empty mail', () => {
  expect(() => mail('no_such', 'en')).toThrow('no_such');
  expect(() => mail('../../etc/passwd', 'en')).toThrow();
  expect(() => mail('constructor', 'en')).toThrow();
});

describe('a template', () => {
  test('fills in, escapes and leaves out', () => {
    expect(fillTemplate('{{ a }}{{b.c}}{{missing}}{{__proto__}}', { a: 1, b: { c: 'x' } })).toBe(
      '1x',
    );
    expect(fillTemplate('{{#a}}[{{a}}]{{/a}}{{#b}}no{{/b}}', { a: '<' }, escapeHtml)).toBe(
      '[&lt;]',
    );
  });

  test('takes values as they are, not as templates', () => {
    expect(fillTemplate('{{a}}', { a: '{{b}}', b: 'secret' })).toBe('{{b}}');
  });
});

test.each([
  ['es-MX,es;q=0.9,en;q=0.5', 'es'],
  ['fr,en;q=0.3,es;q=0.8', 'es'],
  ['de', 'en'],
  ['', 'en'],
  ['es;q=0', 'en'],
  [undefined, 'en'],
])('Accept-Language %s means %s', (header, language) =>
  expect(pickLanguage(header)).toBe(language),
);

describe('the mails of a project', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-mails-'));
  const file = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  afterAll(() => rmSync(folder, { recursive: true }));
  const render = (template: string, language = 'en') =>
    renderMail(folder, {
      template,
      language,
      values: { name: 'A & B', lines: 'one\ntwo', unsubscribe_token: 't' },
      appName: 'Crew Time',
      siteUrl: 'https://time.example.com',
    });
  file(
    'mails.en.json',
    JSON.stringify({
      greeting: 'Hello,',
      unsubscribe: { reason: 'Because of {{setting}}.', label: 'Stop' },
      mails: {
        news: {
          subject: 'News of {{name}}',
          paragraphs: ['From <strong>{{name}}</strong>:', '{{lines}}', '{{#none}}Never{{/none}}'],
          button: 'Open',
          link: '{{site_url}}/news?a=1&b=2',
          setting: 'Digests',
        },
        auth_signup: { subject: 'Welcome', paragraphs: ['In our own words.'] },
      },
    }),
  );

  test('are words in one layout: what is empty is left out, lines stay lines', () => {
    const { subject, text, html, links } = render('news', 'es');
    expect(subject).toBe('News of A & B');
    expect(text).toBe(
      'Hello,\n\nFrom A & B:\n\none\ntwo\n\nOpen:\nhttps://time.example.com/news?a=1&b=2\n\n' +
        'Because of Digests. Stop:\nhttps://time.example.com/unsubscribe?token=t\n\n' +
        '-- \nCrew Time · https://time.example.com\n',
    );
    expect(html).toContain('From <strong>A &amp; B</strong>:');
    expect(html).toContain('one<br>\ntwo');
    expect(html).toContain('href="https://time.example.com/news?a=1&amp;b=2"');
    expect(html).not.toContain('<p style="margin:0 0 16px"></p>');
    expect(links).toEqual([
      'https://time.example.com/news?a=1&b=2',
      'https://time.example.com/unsubscribe?token=t',
    ]);
  });

  test('may word the mails of the accounts, and files of a mail come first', () => {
    expect(render('auth_signup').text).toContain('In our own words.');
    file('auth_signup.en.subject.txt', 'From a file');
    file('auth_signup.en.txt', 'Text');
    file('auth_signup.en.html', '<html lang="en"><b>Own looks</b></html>');
    const { subject, html } = render('auth_signup');
    expect([subject, html]).toEqual(['From a file', '<html lang="en"><b>Own looks</b></html>']);
  });
});

describe('names people chose', () => {
  const templates = path.join(import.meta.dirname, '../../supabase/templates');
  const invitation = (names: Record<string, string>) =>
    renderMail(templates, {
      template: 'employee_invitation',
      language: 'en',
      values: { action_link: 'https://time.example.com/verify?token=1', ...names },
      validSeconds: 900,
      appName: 'Crew Time',
      siteUrl: 'https://time.example.com',
    });
  // What mail programs look for to make a link where there is none.
  const LOOKS_LIKE_LINK = /\bhttps?:\/\/|\bwww\.\p{L}|[\p{L}\p{N}]\.\p{L}{2}|\w@\w/iu;

  test.each([
    'Prize https://evil.example/win',
    'www.evil.example',
    'evil.example/login',
    'pay@evil.example',
    'Ana\n\nYour account is closed: https://evil.example',
    '<a href="https://evil.example">Accept</a>',
    '\u0441\u0430\u0439\u0442.\u0440\u0444',
  ])('never make a link in a mail: %s', (name) => {
    const mail = invitation({ company_name: name, first_name: name, inviter_name: name });
    expect(mail.links).toEqual(invitation({ company_name: 'Reyes' }).links);
    for (const part of [mail.subject, mail.text, mail.html ?? '']) {
      const own = part.replaceAll(/(https:\/\/)?time\.example\.com[^\s"<]*/g, '');
      const words = own.replace(/<head>[\s\S]*<\/head>/, '').replaceAll(/<[^>]*>/g, ' ');
      expect(LOOKS_LIKE_LINK.exec(words)?.[0]).toBeUndefined();
      expect(own).not.toContain('href="https://evil');
    }
  });

  test('read as they were written, and a list of lines stays one', () => {
    const { text } = invitation({ company_name: 'St. John & Sons, Inc.', first_name: 'J. R.' });
    expect(text).toContain('St. John & Sons, Inc.');
    const lines = 'Ana: 8:00\nBen: 7.5';
    expect(withoutLinks({ summary: lines })).toEqual({ summary: lines });
    const ours = { unsubscribe_token: 'a.email_digests.b', email: 'ana@example.com' };
    expect(withoutLinks(ours)).toEqual(ours);
  });
});
