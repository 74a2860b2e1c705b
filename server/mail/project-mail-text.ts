import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { MailText } from './mail-text.ts';

export interface TemplateFiles {
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
}

const stopping = z.strictObject({ reason: z.string(), label: z.string() });

/** `templates/mails.<language>.json`: all mails of a project in one language. */
const mailsFile = z.strictObject({
  /** The first paragraph of each mail. */
  greeting: z.string().optional(),
  /** The last one of mails with a `setting`, which stands in it as `{{setting}}`. */
  unsubscribe: stopping.optional(),
  mails: z.record(
    z.string(),
    z.strictObject({
      subject: z.string(),
      heading: z.string().optional(),
      paragraphs: z.array(z.string()),
      button: z.string().optional(),
      link: z.string().optional(),
      also: stopping.extend({ link: z.string() }).optional(),
      code: z.string().optional(),
      footnotes: z.array(z.string()).optional(),
      setting: z.string().optional(),
      unsubscribe: stopping.optional(),
    }),
  ),
});

export function projectMailText(
  directory: string,
  template: string,
  language: string,
): MailText | undefined {
  const file = path.join(directory, `mails.${language}.json`);
  if (!existsSync(file)) return undefined;
  const { greeting, unsubscribe, mails } = mailsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const mail = Object.hasOwn(mails, template) ? mails[template] : undefined;
  if (!mail) return undefined;
  const { setting, ...text } = mail;
  return {
    ...text,
    paragraphs: greeting === undefined ? text.paragraphs : [greeting, ...text.paragraphs],
    ...(setting !== undefined &&
      unsubscribe && {
        unsubscribe: {
          label: unsubscribe.label,
          reason: unsubscribe.reason.replace('{{setting}}', setting),
        },
      }),
  };
}

/** A mail of a project as files of its own, which say more about its looks. */
export function readTemplateFiles(
  directory: string,
  template: string,
  language: string,
): TemplateFiles | undefined {
  const read = (ending: string) => {
    const file = path.join(directory, `${template}.${language}.${ending}`);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const subject = read('subject.txt');
  const text = read('txt');
  if (subject === undefined || text === undefined) return undefined;
  return { subject, text, html: read('html') };
}
