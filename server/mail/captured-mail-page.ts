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
  const list =
    mails.length === 0
      ? '<p class="empty">No mail yet. What the server would send appears here.</p>'
      : mails.map(article).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Captured mail (${mails.length})</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Captured mail</h1><p>No SMTP_URL is set, so mail is captured here, not sent. Newest first. <a href="/dev/mail.json">JSON</a> · <a href="/dev/mail">Refresh</a></p></header>
<main>${list}</main>
</body>
</html>
`;
}

function article(mail: CapturedMail, index: number): string {
  const links = mail.links
    .filter((link) => /^https?:\/\//.test(link))
    .map(
      (link) => `<li><a rel="noreferrer" href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`,
    )
    .join('');
  const time = mail.created_at.toISOString();
  return `<details${index === 0 ? ' open' : ''} id="${escapeHtml(mail.id)}">
<summary><span class="subject">${escapeHtml(mail.subject)}</span><span class="to">${escapeHtml(mail.to)}</span><time datetime="${time}">${time.replace('T', ' ').slice(0, 19)} UTC</time></summary>
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
:root { color-scheme: light dark; --line: #cbd5e1; --quiet: #64748b; --card: #fff; --page: #f1f5f9; --link: #1d4ed8 }
@media (prefers-color-scheme: dark) { :root { --line: #334155; --quiet: #94a3b8; --card: #1e293b; --page: #0f172a; --link: #93c5fd } }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px 64px; background: var(--page); font: 15px/1.5 system-ui, sans-serif }
header, main { max-width: 1100px; margin: 0 auto }
h1 { margin: 0; font-size: 22px }
header p, .empty { color: var(--quiet) }
a { color: var(--link); overflow-wrap: anywhere }
details { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 0 0 12px }
summary { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 12px 16px; cursor: pointer }
summary:focus-visible, a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 6px }
.subject { font-weight: 600; flex: 1 1 260px }
.to, time { color: var(--quiet) }
.file { margin: 0; padding: 0 16px 12px }
.links { margin: 0; padding: 0 16px 12px 36px }
.bodies { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); border-top: 1px solid var(--line) }
iframe { width: 100%; height: 460px; border: 0; background: #fff }
pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; border-left: 1px solid var(--line); font: 13px/1.5 ui-monospace, monospace }
`;
