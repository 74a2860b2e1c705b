import { authMailText } from './auth-mail-text.ts';
import { durationText } from './duration-text.ts';
import { isLanguage, type Language } from './languages.ts';
import { mailLayout } from './mail-layout.ts';
import { escapeHtml, fillTemplate, type TemplateValues, withoutLinks } from './mail-template.ts';
import { composeMail, paragraphsOf } from './mail-text.ts';
import { projectMailText, readTemplateFiles, type TemplateFiles } from './project-mail-text.ts';

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
  const content =
    fromProject(templatesDir, mail.template, mail.language, values) ??
    fromProject(templatesDir, mail.template, 'en', values);
  if (content) return finish(mail, content, language);
  const text = authMailText(mail.template, language);
  if (!text) throw new Error(`There is no mail template "${mail.template}"`);
  return finish(mail, composeMail(text, values), language);
}

function fromProject(
  templatesDir: string,
  template: string,
  language: string,
  values: TemplateValues,
) {
  if (!/^[a-z0-9_-]+$/.test(template) || !/^[a-z]{2,3}$/.test(language)) return undefined;
  const files = readTemplateFiles(templatesDir, template, language);
  if (files) return fromFiles(files, values);
  const text = projectMailText(templatesDir, template, language);
  return text && composeMail(text, values);
}

function fromFiles(files: TemplateFiles, values: TemplateValues) {
  const text = fillTemplate(files.text, values);
  return {
    subject: fillTemplate(files.subject, values),
    text,
    html:
      files.html === undefined ? paragraphsOf(text) : fillTemplate(files.html, values, escapeHtml),
  };
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
