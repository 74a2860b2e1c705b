import { escapeHtml, fillTemplate, type TemplateValues } from './mail-template.ts';

/** One mail in one language. `{{…}}` are filled in; the same words make the text and the HTML part. */
export interface MailText {
  readonly subject: string;
  readonly heading?: string | undefined;
  /** One that is empty once filled in is left out. `<strong>` is for the HTML part alone. */
  readonly paragraphs: readonly string[];
  /** Label of the button. */
  readonly button?: string | undefined;
  /** Where the button leads; without it to `{{action_link}}`. */
  readonly link?: string | undefined;
  /** A second way to go on, less prominent than the button. */
  readonly also?: TextLink | undefined;
  /** Introduces the code, where the mail offers one. */
  readonly code?: string | undefined;
  readonly footnotes?: readonly string[] | undefined;
  /** How to stop mails of this kind. */
  readonly unsubscribe?: { readonly reason: string; readonly label: string } | undefined;
}

/** A sentence and a link after it. */
interface TextLink {
  readonly reason: string;
  readonly label: string;
  readonly link: string;
}

/** A piece of a mail in both parts. */
interface Piece {
  readonly text: string;
  readonly html: string;
}

export function composeMail(mail: MailText, values: TemplateValues) {
  const fill = (source: string): string => fillTemplate(source, values);
  const pieces = [
    ...(mail.heading ? [heading(fill(mail.heading))] : []),
    ...mail.paragraphs.map((source) => paragraph(source, values)),
    ...(mail.button ? [button(fill(mail.button), fill(mail.link ?? '{{action_link}}'))] : []),
    ...(mail.also ? [textLink({ ...mail.also, link: fill(mail.also.link) })] : []),
    ...(mail.code ? [code(mail.code, fill('{{code}}'))] : []),
    ...(mail.footnotes ?? []).map((source) => footnote(fill(source))),
    ...(mail.unsubscribe
      ? [
          textLink({
            ...mail.unsubscribe,
            link: fill('{{site_url}}/unsubscribe?token={{unsubscribe_token}}'),
          }),
        ]
      : []),
  ].filter(({ text }) => text !== '');
  return {
    subject: fill(mail.subject),
    text: pieces.map(({ text }) => text).join('\n\n'),
    html: pieces.map(({ html }) => html).join('\n'),
  };
}

/** Text of a project without words for the HTML part. */
export function paragraphsOf(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((each) => `<p style="margin:0 0 16px">${escapeHtml(each)}</p>`)
    .join('\n');
}

const heading = (text: string): Piece => ({
  text,
  html: `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(text)}</h1>`,
});

function paragraph(source: string, values: TemplateValues): Piece {
  const html = fillTemplate(source, values, escapeHtml).trim().replaceAll('\n', '<br>\n');
  return {
    text: fillTemplate(source.replaceAll(/<\/?strong>/g, ''), values).trim(),
    html: `<p style="margin:0 0 16px">${html}</p>`,
  };
}

function button(label: string, link: string): Piece {
  const href = escapeHtml(link);
  return {
    text: `${label}:\n${link}`,
    html: `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px">${escapeHtml(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#64748b;word-break:break-all"><a class="plain" href="${href}" style="color:#64748b">${href}</a></p>`,
  };
}

const code = (introduction: string, digits: string): Piece => ({
  text: `${introduction}\n${digits}`,
  html: `<p style="margin:0 0 16px">${escapeHtml(introduction)}</p>
<p style="margin:0 0 16px;font:700 26px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(digits)}</p>`,
});

const footnote = (text: string): Piece => ({
  text,
  html: `<p class="quiet" style="margin:0 0 8px;font-size:13px;color:#64748b">${escapeHtml(text)}</p>`,
});

const textLink = ({ reason, label, link }: TextLink): Piece => ({
  text: `${reason} ${label}:\n${link}`,
  html: `<p class="quiet" style="margin:24px 0 16px;font-size:13px;color:#64748b">${escapeHtml(reason)} <a href="${escapeHtml(link)}" style="color:#64748b">${escapeHtml(label)}</a></p>`,
});
