import { element, icon } from './element.ts';
import type { Report, ReportLine, ReportProblem } from './report.ts';
import type { Say } from './texts.ts';

const ICON_OF = { ok: 'check', failed: 'x', open: 'open' } as const;

function status(kind: ReportLine['status'], say: Say): HTMLElement {
  const label = element('span', { class: 'unseen' }, say(`status.${kind}`));
  return element('span', { class: `status ${kind}` }, icon(ICON_OF[kind]), label);
}

function list({
  title,
  items,
  kind,
}: {
  title: string;
  items: readonly string[];
  kind: 'check' | 'info';
}): HTMLElement {
  const lines = items.map((text) => element('li', {}, icon(kind), element('span', {}, text)));
  return element(
    'section',
    { class: `card list ${kind}` },
    element('h2', {}, title),
    element('ul', {}, ...lines),
  );
}

function problemCard(problem: ReportProblem, say: Say): HTMLElement {
  const { title, tag, facts, expected, found, isHistory, signedAt, meaning } = problem;
  const rows = facts.flatMap(([label, value]) => [
    element('dt', {}, label),
    element('dd', {}, value),
  ]);
  const columns =
    rows.length > 0 || found || expected
      ? element(
          'div',
          { class: 'columns' },
          element(
            'div',
            {},
            element('h3', {}, say('inFile')),
            rows.length > 0 && element('dl', {}, ...rows),
            found && element('p', { class: 'print wrong' }, found),
          ),
          (isHistory || expected) &&
            element(
              'div',
              {},
              element('h3', {}, isHistory ? say('signedSays') : say('expected')),
              isHistory && element('p', {}, say('otherContent')),
              isHistory && signedAt && element('p', { class: 'small' }, signedAt),
              expected && element('p', { class: 'print' }, expected),
            ),
        )
      : null;
  return element(
    'section',
    { class: 'card problem' },
    element('header', {}, element('h2', {}, title), tag && element('span', { class: 'tag' }, tag)),
    columns,
    element('footer', {}, icon('info'), element('span', {}, meaning)),
  );
}

function checkedCard({ lines }: Report, say: Say, seconds: string): HTMLElement {
  const rows = lines.map((line) =>
    element(
      'li',
      { class: line.status },
      status(line.status, say),
      element('span', { class: 'what' }, element('b', {}, line.title), ` ${line.about}`),
      element('span', { class: 'count' }, line.count),
    ),
  );
  return element(
    'section',
    { class: 'card checked' },
    element(
      'header',
      {},
      element('h2', {}, say('checked')),
      element('span', {}, say('seconds', { seconds })),
    ),
    element('ul', {}, ...rows),
  );
}

/** The sentence with the fingerprint in type that can be compared digit by digit. */
function compareLine(text: string): HTMLElement {
  const [before = '', print = '', after = ''] = text.split(/((?:[0-9a-f]{4} ){3}[0-9a-f]{4})/);
  return element('p', { class: 'compare' }, before, element('code', {}, print), after);
}

/** The result of one file, below its name. */
export function drawReport(
  report: Report,
  { say, seconds, again }: { say: Say; seconds: string; again: HTMLElement },
): HTMLElement {
  const { fits, isNote, title, text, name, about, made } = report;
  const kind = fits ? 'fits' : isNote ? 'note' : 'fails';
  const mark = icon(fits ? 'check' : isNote ? 'info' : 'x');
  return element(
    'article',
    {},
    element(
      'section',
      { class: 'card file' },
      icon('box'),
      element('div', {}, element('b', {}, name), about && element('p', {}, about)),
      element('div', { class: 'made' }, ...made.map((line) => element('p', {}, line))),
      again,
    ),
    element(
      'section',
      { class: `card result ${kind}` },
      element('span', { class: 'mark' }, mark),
      element('div', {}, element('h1', { tabindex: '-1' }, title), element('p', {}, text)),
    ),
    ...report.problems.map((problem) => problemCard(problem, say)),
    fits &&
      element(
        'div',
        { class: 'two' },
        list({ title: say('proves'), items: report.proves, kind: 'check' }),
        list({ title: say('provesNot'), items: report.provesNot, kind: 'info' }),
      ),
    report.lines.length > 0 && checkedCard(report, say, seconds),
    report.compare !== null && compareLine(report.compare),
  );
}
