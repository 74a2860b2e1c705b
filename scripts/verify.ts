// npm run verify -- FILE… [--key FINGERPRINT] [--root FILE] [--json] [--es]
// Checks packets, signed ends of a history and records as verify.html does. Ends with 0 where everything fits.
import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkEvidence, type GivenFile } from '../src/entities/evidence/check/check-evidence.ts';
import { type Report, reportOf } from '../src/verify/report.ts';
import { type Language, sayIn } from '../src/verify/texts.ts';

const ROOT = path.join(import.meta.dirname, '..');
const MARKS = { ok: '✓', failed: '✗', open: '–' } as const;
const USAGE = `npm run verify -- FILE… [--key FINGERPRINT]… [--root FILE]… [--json] [--es]

  FILE    a packet (ZIP), a signed end of a history (JSON), or chalkline-ledger.json with its keys
  --key   a fingerprint of the company's key that you know from elsewhere
  --root  a signed end of the history that you received earlier
  --json  the result for programs
  --es    en español`;

const readTexts = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

const open = async (file: string): Promise<GivenFile> => ({
  name: path.basename(file),
  content: await openAsBlob(file),
});

function print(report: Report): void {
  console.log(`${report.name}${report.about && ` · ${report.about}`}`);
  for (const line of report.made) console.log(line);
  console.log(`\n${report.fits ? MARKS.ok : MARKS.failed} ${report.title}\n  ${report.text}\n`);
  for (const { title, facts, expected, found, meaning } of report.problems) {
    console.log(`  ${MARKS.failed} ${title}`);
    for (const [label, value] of facts) console.log(`      ${label}: ${value}`);
    if (found) console.log(`      ${found}`);
    if (expected) console.log(`      ≠ ${expected}`);
    console.log(`      ${meaning}\n`);
  }
  for (const { status, title, about, count } of report.lines)
    console.log(`  ${MARKS[status]} ${title}: ${about} (${count})`);
}

function printLists({ say, report }: { say: (key: string) => string; report: Report }): void {
  const list = (title: string, items: readonly string[]) => {
    if (items.length > 0)
      console.log(`\n  ${say(title)}\n${items.map((item) => `    · ${item}`).join('\n')}`);
  };
  list('proves', report.proves);
  list('provesNot', report.provesNot);
  if (report.compare) console.log(`\n  ${report.compare}`);
  console.log('');
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      root: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      es: { type: 'boolean', default: false },
    },
  });
  const missing = [...positionals, ...values.root].filter((file) => !existsSync(file));
  if (positionals.length === 0 || missing.length > 0) {
    console.error(missing.length > 0 ? `There is no file ${missing.join(', ')}.` : USAGE);
    return 2;
  }
  const files = await Promise.all([...positionals, ...values.root].map(open));
  const results = await checkEvidence(files, { fingerprints: values.key });
  // A note that nobody signed proves nothing by itself.
  const fits =
    results.length > 0 && results.every(({ problem, what }) => problem === null && what !== 'note');
  if (values.json) {
    console.log(JSON.stringify({ fits, results }, null, 2));
    return fits ? 0 : 1;
  }
  const language: Language = values.es ? 'es' : 'en';
  const history = readTexts(`src/locales/${language}/system-reports.json`);
  const say = sayIn(language, readTexts(`src/verify/texts/${language}.json`), history);
  for (const result of results) {
    const report = reportOf(result, { say, language, keyKnown: values.key.length > 0 });
    print(report);
    printLists({ say, report });
  }
  return fits ? 0 : 1;
}

process.exitCode = await main();
