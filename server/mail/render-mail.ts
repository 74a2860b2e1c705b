import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { authMailText } from './auth-mail-text.ts';
import { durationText } from './duration-text.ts';
import { isLanguage, type Language } from './languages.ts';
import { mailLayout } from './mail-layout.ts';
import { escapeHtml, fillTemplate, type TemplateValues, withoutLinks } from './mail-template.ts';
import type { AuthMailText } from './templates/auth-mail-texts.ts';

export interface MailToRender {
  readonly template: string;
  readonly language: string;
  readonly values: TemplateValues;
  /** How long its link works: `{{valid_for}}`. */
  readonly validSeconds?: number | undefined;
  readonly appName: string;
  readonly siteUrl: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What can be followed in it, in order. */
  readonly links: readonly string[];
  /** Where a mail program may post to stop mails of this kind (RFC 8058). */
  readonly unsubscribeUrl: string | undefined;
}

interface TemplateFiles {
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
}

/** The project's own templates first, so that it may word the auth mails its own way as well. */
export function renderMail(templatesDir: string, mail: MailToRender): RenderedMail {
  const language = isLanguage(mail.language) ? mail.language : 'en';
  const values = {
    ...withoutLinks(mail.values),
    app_name: mail.appName,
    site_url: mail.siteUrl,
    ...(mail.validSeconds !== undefined && {
      valid_for: durationText(mail.validSeconds, language),
    }),
  };
  const files =
    readFiles(templatesDir, mail.template, mail.language) ??
    readFiles(templatesDir, mail.template, 'en');
  if (files) return finish(mail, fromFiles(files, values), language);
  const words = authMailText(mail.template, language);
  if (!words) throw new Error(`There is no mail template "${mail.template}"`);
  return finish(mail, fromWords(words, values), language);
}

function fromFiles(files: TemplateFiles, values: TemplateValues) {
  const text = fillTemplate(files.text, values);
  return {
    subject: fillTemplate(files.subject, values),
    text,
    html:
      files.html === undefined ? paragraphs(text) : fillTemplate(files.html, values, escapeHtml),
  };
}

function fromWords(words: AuthMailText, values: TemplateValues) {
  const fill = (source: string) => fillTemplate(source, values);
  const link = words.button && fillTemplate('{{action_link}}', values);
  const code = words.code && fillTemplate('{{code}}', values);
  const text = [
    fill(words.heading),
    ...words.paragraphs.map(fill),
    ...(link ? [`${words.button}:\n${link}`] : []),
    ...(code ? [`${words.code}\n${code}`] : []),
    ...words.footnotes.map(fill),
  ].join('\n\n');
  const html = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(fill(words.heading))}</h1>`,
    ...words.paragraphs.map((line) => paragraph(fill(line))),
    ...(link ? [button(link, words.button ?? '')] : []),
    ...(code ? [paragraph(words.code ?? ''), codeBox(code)] : []),
    ...words.footnotes.map((line) => footnote(fill(line))),
  ].join('\n');
  return { subject: fill(words.subject), text, html };
}

function finish(
  mail: MailToRender,
  content: { subject: string; text: string; html: string },
  language: Language,
): RenderedMail {
  const subject = content.subject.replaceAll(/\s+/g, ' ').trim();
  const isWhole = /<html[\s>]/i.test(content.html);
  const html = isWhole
    ? content.html
    : mailLayout({ ...mail, language, title: subject, bodyHtml: content.html });
  const text = `${content.text.trim()}\n\n-- \n${mail.appName} · ${mail.siteUrl}\n`;
  return {
    subject,
    text,
    html,
    links: linksOf(content.text, mail.values),
    unsubscribeUrl: unsubscribeUrl(mail),
  };
}

/** A mail with a token to stop its kind leads to the page of that name, see unsubscribe-route.ts. */
function unsubscribeUrl({ siteUrl, values }: MailToRender): string | undefined {
  const token = fillTemplate('{{unsubscribe_token}}', values);
  return token === '' ? undefined : `${siteUrl}/unsubscribe?token=${encodeURIComponent(token)}`;
}

/** The link of the mail first; then whatever else the text names. */
function linksOf(text: string, values: TemplateValues): string[] {
  const actionLink = fillTemplate('{{action_link}}', values);
  const named = text.match(/https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g) ?? [];
  return [...new Set([actionLink, ...named])].filter((link) => link !== '');
}

function readFiles(
  directory: string,
  template: string,
  language: string,
): TemplateFiles | undefined {
  if (!/^[a-z0-9_-]+$/.test(template) || !/^[a-z]{2,3}$/.test(language)) return undefined;
  const read = (ending: string) => {
    const file = path.join(directory, `${template}.${language}.${ending}`);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const subject = read('subject.txt');
  const text = read('txt');
  if (subject === undefined || text === undefined) return undefined;
  return { subject, text, html: read('html') };
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(paragraph)
    .join('\n');
}

function button(link: string, label: string): string {
  const href = escapeHtml(link);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#64748b;word-break:break-all"><a class="plain" href="${href}" style="color:#64748b">${href}</a></p>`;
}

function codeBox(code: string): string {
  return `<p style="margin:0 0 16px;font:700 26px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`;
}

function footnote(text: string): string {
  return `<p class="quiet" style="margin:0 0 8px;font-size:13px;color:#64748b">${escapeHtml(text)}</p>`;
}
