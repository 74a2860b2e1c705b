// What a result says, in words: the page draws it, `npm run verify` prints it.
import type { CheckResult, RootResult } from '../entities/evidence/check/check-evidence.ts';
import type { PacketResult } from '../entities/evidence/check/check-packet.ts';
import type { CheckCount, Problem, ProblemKind } from '../entities/evidence/check/problem.ts';
import { grouped } from '../entities/evidence/packet-format.ts';
import type { Language, Say } from './texts.ts';

export interface ReportLine {
  readonly status: 'ok' | 'failed' | 'open';
  readonly title: string;
  readonly about: string;
  readonly count: string;
}

export interface ReportProblem {
  readonly title: string;
  readonly tag: string | null;
  /** Label and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly expected: string | null;
  readonly found: string | null;
  readonly isHistory: boolean;
  /** Of an entry: which signature says otherwise. */
  readonly signedAt: string | null;
  readonly meaning: string;
}

export interface Report {
  readonly fits: boolean;
  /** Neither: an unsigned note. */
  readonly isNote: boolean;
  readonly name: string;
  readonly about: string;
  readonly made: readonly string[];
  readonly title: string;
  readonly text: string;
  readonly proves: readonly string[];
  readonly provesNot: readonly string[];
  readonly lines: readonly ReportLine[];
  readonly problems: readonly ReportProblem[];
  /** Text with the fingerprint in its middle. */
  readonly compare: string | null;
}

interface Context {
  readonly say: Say;
  readonly language: Language;
  /** The reader named a fingerprint, which fits. */
  readonly keyKnown?: boolean;
}

const dateOf = (language: Language, instant: string, style: 'date' | 'moment'): string => {
  const at = new Date(`${instant.slice(0, 23).replace(/Z$/, '')}Z`);
  if (Number.isNaN(at.getTime())) return instant;
  return new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'es-US', {
    dateStyle: 'medium',
    ...(style === 'moment' && { timeStyle: 'short' }),
  }).format(at);
};

/** A day of the calendar, in no time zone. */
const dayOf = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'es-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

function sizeOf(language: Language, bytes: number): string {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit, unitDisplay: 'short' },
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}

const MEANINGS: Readonly<Partial<Record<ProblemKind, string>>> = {
  ...{ unreadable: 'damaged', container: 'damaged', checksum: 'damaged', keys: 'keys' },
  ...{ key_introduction: 'keys', key_other: 'keys', root_signature: 'keys', given_root: 'given' },
  ...{ event_changed: 'history', event_order: 'history', event_root: 'history' },
  ...{ root_chain: 'history', root_company: 'history', event_company: 'history' },
};

const named = (say: Say, group: 'entity' | 'action' | 'source', name: string): string => {
  const text = say(`history.${group}.${name}`);
  return text.startsWith('history.') || text.startsWith(`${group}.`) ? name : text;
};

function describe({ say, language }: Context, problem: Problem): string {
  const { kind, file = '', position = 0, found = '', event } = problem;
  const shown = kind.startsWith('key') ? grouped(found) : found;
  const text = say(`problem.${kind}`, { file, position, number: position + 1, found: shown });
  if (!event) return text;
  const at = dateOf(language, event.recordedAt, 'date');
  return `${text} (${named(say, 'entity', event.entity)}, ${at})`;
}

function problemReport(context: Context, problem: Problem): ReportProblem {
  const { say, language } = context;
  const { kind, event, expected, found, at, file = ' ' } = problem;
  const facts: (readonly [string, string])[] = event
    ? [
        [
          say('kind'),
          `${named(say, 'entity', event.entity)}: ${named(say, 'action', event.action)}`,
        ],
        [say('enteredBy'), named(say, 'source', event.source)],
        [say('recorded'), dateOf(language, event.recordedAt, 'moment')],
      ]
    : [];
  const what = describe(context, problem);
  return {
    // The name of a file stays as it is.
    title: what.startsWith(file) ? what : what.charAt(0).toUpperCase() + what.slice(1),
    tag: kind === 'event_changed' ? say('changedTag') : null,
    ...{ facts, isHistory: kind === 'event_changed' },
    signedAt: at ? say('expects', { at: dateOf(language, at, 'moment') }) : null,
    expected: expected ? `${grouped(expected.slice(0, 16))} …` : null,
    found: found && !kind.startsWith('key') ? `${grouped(found.slice(0, 16))} …` : null,
    meaning: say(`meaning.${MEANINGS[kind] ?? 'changed'}`),
  };
}

function lineOf({ say }: Context, count: CheckCount, keys: string): ReportLine {
  const { check, fits, failed, open } = count;
  const all = fits + failed + open;
  const status = failed > 0 ? 'failed' : open > 0 ? 'open' : 'ok';
  const numbers = { done: fits, all, open };
  const withOpen = say(open > 0 ? 'ofOpen' : 'of', numbers);
  return {
    ...{ status, title: say(`check.${check}`) },
    about: failed > 0 ? withOpen : say(`about.${check}`, { keys }),
    count: failed > 0 ? say('failed', { count: failed }) : withOpen,
  };
}

const countOf = (result: PacketResult, check: string): CheckCount | undefined =>
  result.checks.find((count) => count.check === check);

function proofs(result: PacketResult, context: Context): string[] {
  const { say, language, keyKnown } = context;
  const { manifest, roots, timesheets, eventsComplete } = result;
  const last = roots.at(-1)?.text.created_at;
  const names = [...new Set(timesheets.devices.map(({ name }) => name))].join(', ');
  const photos = countOf(result, 'photos')?.fits ?? 0;
  const has = (check: string) => (countOf(result, check)?.fits ?? 0) > 0;
  return [
    say('proof.files'),
    ...(has('data') ? [say('proof.data', { company: manifest?.company.name ?? '' })] : []),
    ...(has('events') ? [say('proof.events')] : []),
    ...(has('events') && eventsComplete ? [say('proof.complete')] : []),
    ...(last ? [say('proof.ended', { at: dateOf(language, last, 'date') })] : []),
    ...(names ? [say('proof.timesheets', { names, count: timesheets.devices.length })] : []),
    ...(photos > 0 ? [say('proof.photos', { count: photos })] : []),
    ...(has('given') ? [say('proof.given')] : []),
    ...(keyKnown ? [say('proof.key')] : []),
  ];
}

function limits(result: PacketResult, { say, language, keyKnown }: Context): string[] {
  const { events, timesheets, roots, eventsComplete, manifest } = result;
  const restored = roots.filter(({ text }) => text.reason === 'restored').at(-1)?.text.created_at;
  const counted = (key: string, count: number) => (count > 0 ? [say(key, { count })] : []);
  return [
    say('limit.true'),
    say('limit.papers', { name: manifest?.made_by ?? '' }),
    ...(timesheets.devices.length > 0 ? [say('limit.held')] : []),
    say('limit.before'),
    ...(eventsComplete ? [] : [say('limit.complete')]),
    ...counted('limit.deleted', events.deleted),
    ...counted('limit.unsigned', events.unsigned),
    ...counted('limit.paper', timesheets.others.length),
    ...(restored ? [say('limit.restored', { at: dateOf(language, restored, 'moment') })] : []),
    ...((countOf(result, 'given')?.open ?? 0) > 0 ? [say('limit.given')] : []),
    ...(keyKnown ? [] : [say('limit.keys')]),
  ];
}

const SIGNATURES: readonly string[] = ['packet', 'data', 'roots', 'timesheets', 'drawings'];

function packetReport(result: PacketResult & CheckResult, context: Context): Report {
  const { say, language } = context;
  const { manifest, problem } = result;
  const { checks } = result;
  const counts = checks.filter(({ fits, failed, open }) => fits + failed + open > 0);
  const signatures = counts
    .filter(({ check }) => SIGNATURES.includes(check))
    .reduce((sum, { check, fits }) => sum + (check === 'data' ? 1 : fits), 0);
  const files = manifest?.files.length ?? 0;
  const events = countOf(result, 'events')?.fits ?? 0;
  const size = sizeOf(language, result.bytes);
  const period = manifest
    ? `${dayOf(language, manifest.start_date)} – ${dayOf(language, manifest.end_date)}`
    : '';
  const fits = problem === null;
  return {
    ...{ fits, isNote: false, name: result.name },
    about: [manifest?.subject.name, period, say('files', { count: files, size })]
      .filter((part) => part)
      .join(' · '),
    made: manifest
      ? [
          say('made', { at: dateOf(language, manifest.made_at, 'moment') }),
          say('madeBy', { name: manifest.made_by, company: manifest.company.name }),
        ]
      : [],
    title: say(fits ? 'fits' : 'fails'),
    text: fits
      ? say('fitsText', { files, events, signatures })
      : say('failsText', { what: describe(context, problem) }),
    proves: fits ? proofs(result, context) : [],
    provesNot: fits ? limits(result, context) : [],
    lines: counts.map((count) => lineOf(context, count, result.keyIds.join(', ') || '–')),
    problems: counts.flatMap(({ problem: found }) =>
      found ? [problemReport(context, found)] : [],
    ),
    compare: compareText(context, result.fingerprint, manifest?.origin ?? null),
  };
}

function compareText(
  { say, keyKnown }: Context,
  fingerprint: string | null,
  origin: string | null,
): string | null {
  if (fingerprint === null || keyKnown) return null;
  const address = `${origin?.replace(/^https?:\/\//, '')}/.well-known/chalkline-ledger.json`;
  const shown = grouped(fingerprint);
  return origin
    ? say('compare', { fingerprint: shown, address })
    : say('compareNoAddress', { fingerprint: shown });
}

function rootReport(result: RootResult & CheckResult, context: Context): Report {
  const { say, language, keyKnown } = context;
  const { company, to, at, problem, what } = result;
  const values = { company, to, at: dateOf(language, at, 'moment') };
  const isNote = what === 'note';
  const title = isNote ? 'note' : problem ? 'fails' : 'rootFits';
  const fits = problem === null && !isNote;
  return {
    ...{ fits, isNote, name: result.name, about: company, made: [values.at] },
    title: say(title),
    text: problem
      ? say('failsText', { what: describe(context, problem) })
      : say(`${title}Text`, values),
    proves: fits ? [say('proof.root'), ...(keyKnown ? [say('proof.key')] : [])] : [],
    provesNot: fits ? [say('limit.before'), ...(keyKnown ? [] : [say('limit.keys')])] : [],
    lines: result.checks.map((count) => lineOf(context, count, '–')),
    problems: result.checks.flatMap(({ problem: found }) =>
      found ? [problemReport(context, found)] : [],
    ),
    compare: compareText(context, result.fingerprint, null),
  };
}

export function reportOf(result: CheckResult, context: Context): Report {
  if (result.what === 'packet') return packetReport(result, context);
  if (result.what !== 'unreadable') return rootReport(result, context);
  const { say } = context;
  const problems = result.problem ? [problemReport(context, result.problem)] : [];
  return {
    ...{ fits: false, isNote: false, name: result.name, about: '', made: [] },
    title: say('fails'),
    text: result.problem ? say('failsText', { what: describe(context, result.problem) }) : '',
    ...{ proves: [], provesNot: [], lines: [], problems, compare: null },
  };
}
