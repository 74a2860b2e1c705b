import { capturedPage, capturedTime } from '../notifications/captured-page.ts';
import { escapeHtml } from './mail-template.ts';

export interface CapturedMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly fileName: string | null;
  readonly fileSize: number | null;
  readonly created_at: Date;
}

/** A mailbox to read while no mail server is configured. No script, works in any browser. */
export function capturedMailPage(mails: readonly CapturedMail[]): string {
  return capturedPage({
    title: 'Captured mail',
    about:
      'No SMTP_URL is set, so mail is captured here, not sent. Newest first. <a href="/dev/mail.json">JSON</a> · <a href="/dev/mail">Refresh</a>',
    empty: 'No mail yet. What the server would send appears here.',
    items: mails.map(article),
    maxWidth: '1100px',
    style: STYLE,
  });
}

function article(mail: CapturedMail, index: number): string {
  const links = mail.links
    .filter((link) => /^https?:\/\//.test(link))
    .map(
      (link) => `<li><a rel="noreferrer" href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`,
    )
    .join('');
  return `<details${index === 0 ? ' open' : ''} id="${escapeHtml(mail.id)}">
<summary><span class="subject">${escapeHtml(mail.subject)}</span><span class="to">${escapeHtml(mail.to)}</span>${capturedTime(mail.created_at)}</summary>
${mail.fileName === null ? '' : fileLink(mail.id, mail.fileName, mail.fileSize ?? 0)}${links === '' ? '' : `<ul class="links">${links}</ul>`}
<div class="bodies">
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="HTML part" srcdoc="${escapeHtml(inNewTab(mail.html))}"></iframe>
<pre>${escapeHtml(mail.text)}</pre>
</div>
</details>`;
}

function fileLink(id: string, name: string, bytes: number): string {
  const size = `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `<p class="file"><a href="/dev/mail/${escapeHtml(id)}/file">${escapeHtml(name)}</a> (${size})</p>
`;
}

/** A link followed inside the sandbox would open the app without its scripts. */
function inNewTab(html: string): string {
  return html.replaceAll(/<a\s/gi, '<a target="_blank" rel="noreferrer" ');
}

const STYLE = `
details { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 0 0 12px }
summary { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 12px 16px; cursor: pointer }
summary:focus-visible, a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 6px }
.subject { font-weight: 600; flex: 1 1 260px }
.to { color: var(--quiet) }
.file { margin: 0; padding: 0 16px 12px }
.links { margin: 0; padding: 0 16px 12px 36px }
.bodies { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); border-top: 1px solid var(--line) }
iframe { width: 100%; height: 460px; border: 0; background: #fff }
pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; border-left: 1px solid var(--line); font: 13px/1.5 ui-monospace, monospace }
`;
