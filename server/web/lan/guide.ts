import { escapeHtml } from '../../mail/mail-template.ts';
import type { Device } from './device.ts';

/** A drawing of a settings screen: the labels people see, one of them marked. */
export interface Screen {
  readonly title: string;
  readonly frame: 'phone' | 'window';
  readonly rows: readonly ScreenRow[];
}

interface ScreenRow {
  readonly label: string;
  /** What the step is about. */
  readonly marked?: true;
  /** `on`: a switch; `button`, `choice`: as named; otherwise a line that leads further. */
  readonly kind?: 'on' | 'button' | 'choice' | 'text';
}

export interface Step {
  /** `**label**` is what is written on the screen. */
  readonly text: string;
  readonly screen?: Screen;
}

export interface Guide {
  readonly device: Device;
  readonly name: string;
  readonly download: { readonly label: string; readonly file: 'crt' | 'mobileconfig' };
  readonly steps: readonly Step[];
  readonly note?: string;
}

export function guideHtml(guide: Guide, path: string, isOpen: boolean): string {
  const steps = guide.steps.map(stepHtml).join('');
  return `<details class="guide" name="device" id="${guide.device}"${isOpen ? ' open' : ''}>
<summary><span>${escapeHtml(guide.name)}</span></summary>
<div class="guide-body">
<a class="button" href="${path}.${guide.download.file}" download>${DOWNLOAD_ICON}${escapeHtml(guide.download.label)}</a>
<ol class="steps">${steps}</ol>
${guide.note === undefined ? '' : `<p class="quiet">${markedText(guide.note)}</p>`}
</div>
</details>`;
}

function stepHtml({ text, screen }: Step): string {
  return `<li><p>${markedText(text)}</p>${screen ? screenHtml(screen) : ''}</li>`;
}

/** Hidden from screen readers: the step says the same in words. */
function screenHtml({ title, frame, rows }: Screen): string {
  return `<div class="screen ${frame}" aria-hidden="true"><div class="screen-title">${escapeHtml(title)}</div>${rows.map(rowHtml).join('')}</div>`;
}

function rowHtml({ label, marked, kind }: ScreenRow): string {
  const symbol = { on: '<i class="switch"></i>', choice: '<i class="radio"></i>' } as const;
  const end = kind === undefined ? '<i class="further"></i>' : '';
  const start = kind === 'choice' ? symbol.choice : '';
  const classes = ['row', kind ?? 'line', ...(marked ? ['marked'] : [])].join(' ');
  return `<div class="${classes}">${start}<span>${escapeHtml(label)}</span>${kind === 'on' ? symbol.on : end}</div>`;
}

/** `**label**` becomes bold, `` `command` `` code. */
export function markedText(text: string): string {
  return escapeHtml(text)
    .replaceAll(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replaceAll(/`(.+?)`/g, '<code>$1</code>');
}

const DOWNLOAD_ICON =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M5 19h14"/></svg>';
