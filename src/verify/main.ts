// verify.html: one file without a network. docs/evidence.md says what it checks.
import { type CheckResult, checkEvidence } from '../entities/evidence/check/check-evidence.ts';
import historyEn from '../locales/en/system-reports.json';
import historyEs from '../locales/es/system-reports.json';
import { drawReport } from './draw-report.ts';
import { element, icon } from './element.ts';
import { reportOf } from './report.ts';
import en from './texts/en.json';
import es from './texts/es.json';
import { type Language, type Say, sayIn } from './texts.ts';

const SAY: Readonly<Record<Language, Say>> = {
  en: sayIn('en', en, historyEn),
  es: sayIn('es', es, historyEs),
};

/** What the page shows; drawn anew after each change. */
interface State {
  language: Language;
  checking: { name: string; percent: number } | null;
  results: { list: readonly CheckResult[]; seconds: number } | null;
  failure: boolean;
}

const state: State = {
  language: navigator.language.startsWith('es') ? 'es' : 'en',
  checking: null,
  results: null,
  failure: false,
};

const say: Say = (key, values) => SAY[state.language](key, values);

const input = element('input', { type: 'file', multiple: '', class: 'unseen', tabindex: '-1' });
input.setAttribute('aria-hidden', 'true');
input.addEventListener('change', () => void check([...(input.files ?? [])]));

function button(text: string, kind: string): HTMLButtonElement {
  const made = element('button', { type: 'button', class: kind }, text);
  made.addEventListener('click', () => {
    input.value = '';
    input.click();
  });
  return made;
}

async function check(files: readonly File[]): Promise<void> {
  if (files.length === 0 || state.checking) return;
  const name = files.map((file) => file.name).join(', ');
  Object.assign(state, { checking: { name, percent: 0 }, results: null, failure: false });
  draw();
  const start = performance.now();
  try {
    const list = await checkEvidence(
      files.map((file) => ({ name: file.name, content: file })),
      { onProgress: progress },
    );
    state.results = { list, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    console.error(error);
    state.failure = true;
  }
  state.checking = null;
  draw();
  document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
}

function progress(done: number, all: number): void {
  const percent = Math.floor((100 * done) / all);
  if (!state.checking || percent === state.checking.percent) return;
  state.checking.percent = percent;
  const bar = document.querySelector('progress');
  const text = document.querySelector('.checking p');
  if (bar) bar.value = percent;
  if (text) text.textContent = say('progress', { percent });
}

function languageSwitch(): HTMLElement {
  const choices = (['en', 'es'] as const).map((language) => {
    const made = element(
      'button',
      { type: 'button', lang: language, 'aria-pressed': String(language === state.language) },
      language === 'en' ? 'English' : 'Español',
    );
    made.addEventListener('click', () => {
      state.language = language;
      draw();
      document.querySelector<HTMLElement>(`button[lang="${language}"]`)?.focus();
    });
    return made;
  });
  return element(
    'div',
    { class: 'switch', role: 'group', 'aria-label': say('language') },
    ...choices,
  );
}

function chooser(): HTMLElement {
  return element(
    'section',
    { class: 'card drop' },
    icon('box'),
    element('h1', { tabindex: '-1' }, say('drop')),
    element('p', {}, say('dropHint')),
    button(say('choose'), 'primary'),
    state.failure && element('p', { class: 'failure', role: 'alert' }, say('failedToRead')),
    element('p', { class: 'small' }, say('what'), ' ', say('network')),
  );
}

function main(): HTMLElement[] {
  if (state.checking) {
    const { name, percent } = state.checking;
    const bar = element('progress', { max: '100', 'aria-label': say('checking', { name }) });
    bar.value = percent;
    return [
      element(
        'section',
        { class: 'card checking' },
        element('h1', { tabindex: '-1' }, say('checking', { name })),
        bar,
        element('p', { role: 'status' }, say('progress', { percent })),
      ),
    ];
  }
  if (!state.results) return [chooser()];
  const { list, seconds } = state.results;
  const shown = new Intl.NumberFormat(state.language, { maximumFractionDigits: 1 }).format(seconds);
  return list.map((result) =>
    drawReport(reportOf(result, { say, language: state.language }), {
      ...{ say, seconds: shown, again: button(say('another'), 'plain') },
    }),
  );
}

function draw(): void {
  document.documentElement.lang = state.language;
  document.title = `${say('title')} · Chalkline`;
  const mark = element('span', { class: 'wordmark' }, 'Chalkline', icon('line', '0 0 96 5'));
  document.body.replaceChildren(
    element(
      'header',
      { class: 'top' },
      mark,
      element('b', {}, say('title')),
      element('span', { class: 'subtitle' }, say('subtitle')),
      languageSwitch(),
    ),
    element('main', {}, ...main()),
    input,
  );
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const setTheme = (): void => {
  document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
};
dark.addEventListener('change', setTheme);
setTheme();
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  document.documentElement.classList.add('dragging');
});
for (const end of ['dragleave', 'drop'] as const)
  document.addEventListener(end, () => document.documentElement.classList.remove('dragging'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  void check([...(event.dataTransfer?.files ?? [])]);
});
draw();
