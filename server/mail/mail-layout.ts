import type { Language } from './languages.ts';
import { escapeHtml } from './mail-template.ts';

/**
 * The frame around every mail. Tables and inline styles because mail programs know little else; the
 * dark-mode rule is taken by those that know it.
 */
export function mailLayout(content: {
  readonly language: Language | string;
  readonly title: string;
  readonly appName: string;
  readonly siteUrl: string;
  readonly bodyHtml: string;
}): string {
  const title = escapeHtml(content.title);
  const appName = escapeHtml(content.appName);
  const siteUrl = escapeHtml(content.siteUrl);
  return `<!doctype html>
<html lang="${escapeHtml(content.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0f172a !important; }
  .card { background: #1e293b !important; border-color: #334155 !important; }
  .card, .card p, .card h1, .card a.plain { color: #e2e8f0 !important; }
  .quiet, .quiet a { color: #94a3b8 !important; }
}
</style>
</head>
<body style="margin:0;padding:0">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f5f9;padding:32px 12px">
<tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td class="quiet" style="padding:0 4px 12px;font:600 15px/1.4 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#475569">${appName}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e2e8f0;border-radius:12px;padding:28px;font:400 16px/1.55 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#0f172a">
${content.bodyHtml}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font:400 13px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#64748b">${appName} · <a href="${siteUrl}" style="color:#64748b">${siteUrl}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
