interface CapturedPage {
  readonly title: string;
  /** Why nothing is sent, and links; HTML. */
  readonly about: string;
  /** What stands there while nothing was captured. */
  readonly empty: string;
  /** HTML, newest first. */
  readonly items: readonly string[];
  readonly maxWidth: string;
  /** Beside the styles of the frame. */
  readonly style: string;
}

/** A page of what would have been sent. No script, works in any browser. */
export function capturedPage({
  title,
  about,
  empty,
  items,
  maxWidth,
  style,
}: CapturedPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} (${items.length})</title>
<style>${STYLE}header, main { max-width: ${maxWidth}; margin: 0 auto }${style}</style>
</head>
<body>
<header><h1>${title}</h1><p>${about}</p></header>
<main>${items.length === 0 ? `<p class="empty">${empty}</p>` : items.join('\n')}</main>
</body>
</html>
`;
}

/** As people read it, with the instant for machines. */
export function capturedTime(moment: Date): string {
  const time = moment.toISOString();
  return `<time datetime="${time}">${time.replace('T', ' ').slice(0, 19)} UTC</time>`;
}

const STYLE = `
:root { color-scheme: light dark; --line: #cbd5e1; --quiet: #64748b; --card: #fff; --page: #f1f5f9; --link: #1d4ed8 }
@media (prefers-color-scheme: dark) { :root { --line: #334155; --quiet: #94a3b8; --card: #1e293b; --page: #0f172a; --link: #93c5fd } }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 16px 64px; background: var(--page); font: 15px/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 22px }
header p, .empty, time { color: var(--quiet) }
a { color: var(--link); overflow-wrap: anywhere }
`;
