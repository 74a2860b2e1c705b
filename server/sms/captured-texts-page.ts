import { capturedPage, capturedTime } from '../notifications/captured-page.ts';
import { escapeXml } from './fill-template.ts';

export interface CapturedText {
  readonly id: string;
  readonly to: string;
  readonly body: string;
  readonly segments: number;
  readonly created_at: Date;
}

/** The texts that would have been sent, while no gateway is configured. No script, works in any browser. */
export function capturedTextsPage(texts: readonly CapturedText[]): string {
  return capturedPage({
    title: 'Captured text messages',
    about:
      'No SMS_URL or SMS_PROVIDER is set, so texts are captured here, not sent. Newest first. <a href="/dev/texts.json">JSON</a> · <a href="/dev/texts">Refresh</a> · <a href="/dev/mail">Mail</a>',
    empty: 'No text message yet. What the server would send appears here.',
    items: texts.map(article),
    maxWidth: '700px',
    style: STYLE,
  });
}

function article({ id, to, body, segments, created_at }: CapturedText): string {
  const linked = escapeXml(body).replaceAll(
    /https?:\/\/[^\s<]+/g,
    (link) => `<a rel="noreferrer" href="${link}">${link}</a>`,
  );
  return `<article id="${escapeXml(id)}">
<p class="about"><strong>${escapeXml(to)}</strong><span>${segments === 1 ? '1 segment' : `${segments} segments`}</span>${capturedTime(created_at)}</p>
<p class="body">${linked}</p>
</article>`;
}

const STYLE = `
.about span { color: var(--quiet) }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 0 0 12px; padding: 12px 16px }
p { margin: 0 }
.about { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 6px }
.body { white-space: pre-wrap; overflow-wrap: anywhere }
`;
