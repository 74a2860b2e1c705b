import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type Decision,
  importJournal,
  type JournalAnswer,
  type JournalRow,
  journalRow,
} from '@/features/public-work/facts/api/import-journal';
import {
  type FactSpan,
  factImportsQuery,
  peopleQuery,
  workerIdsQuery,
} from '@/features/public-work/facts/api/queries';
import { saveWorkerIds, setIdentity } from '@/features/public-work/facts/api/writes';
import {
  type FactLine,
  type FactProblem,
  factLines,
  netDifference,
} from '@/features/public-work/facts/fact-line';
import { chooseRoles } from '@/features/public-work/facts/formats/choose-roles';
import { dateIn } from '@/features/public-work/facts/formats/dates';
import type { FactSource, FactTable } from '@/features/public-work/facts/formats/fact-table';
import { readFacts } from '@/features/public-work/facts/formats/read-facts';
import type { ColumnRole } from '@/features/public-work/facts/formats/roles';
import { type Match, matchPerson } from '@/features/public-work/facts/match-people';
import { type PayrollFile, readPayrollFile } from '@/features/public-work/facts/read-file';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { uuidv7 } from '@/lib/uuid';

/** A line of the preview: what the file says, whom it means, and what stands in its way. */
export interface PreviewLine {
  line: FactLine;
  match: Match;
  row: JournalRow | null;
  /** Of the file, of the match, or of the database (as `messageText` reads it). */
  problem: FactProblem | 'unknown' | 'several' | 'suggested' | null;
  refused: string | null;
  result: JournalAnswer['result'] | null;
  /** What is stored for the person and week, where it differs. */
  stored: JournalAnswer['stored'];
  decision: Decision | null;
  /** Net less (gross less deductions), in cents. */
  netDifference: number | null;
}

export interface Imported {
  importId: string;
  lines: readonly PreviewLine[];
}

const keyOf = ({ lines }: FactLine): string => lines.join();

const DRY_RUN = 'facts-dry-run';

/** The same work as the import, taken back: what is shown is what will happen. */
const dryRunQuery = (source: FactSource, rows: readonly JournalRow[]) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, DRY_RUN, source, JSON.stringify(rows)],
    queryFn: () => importJournal({ source, rows, importId: null, file: { name: '', mapping: {} } }),
    enabled: rows.length > 0,
    staleTime: 0,
    gcTime: 0,
  });

const MAX_DAYS_TO_PAY = 20;
const USUAL_DAYS_TO_PAY = 5;

/** How long after the week on the screen the file's checks are: how long it always takes. */
function daysToPay(table: FactTable | null, roles: readonly (ColumnRole | null)[], week: IsoDate) {
  const at = roles.indexOf('paid_on');
  const paid = (table?.rows ?? []).map(({ cells }) => dateIn(cells[at] ?? ''));
  const days = paid.map((date) => (date ? (Date.parse(date) - Date.parse(week)) / 86_400_000 : -1));
  return days.find((one) => one >= 0 && one <= MAX_DAYS_TO_PAY) ?? USUAL_DAYS_TO_PAY;
}

interface Options {
  companyId: string;
  span: FactSpan;
  endsOn: number;
}

/** The import of a payroll file: how it is read, whom it means, what will happen, what happened. */
export function useFactImport({ companyId, span, endsOn }: Options) {
  const client = useQueryClient();
  const people = useQuery(peopleQuery(companyId)).data ?? [];
  const workerIds = useQuery(workerIdsQuery(companyId)).data ?? [];
  const past = useQuery(factImportsQuery(companyId)).data ?? [];
  const [file, setFile] = useState<(PayrollFile & { table: FactTable | null }) | null>(null);
  const [chosenRoles, setChosenRoles] = useState<Readonly<Record<string, ColumnRole>>>({});
  const [chosenPeople, setChosenPeople] = useState<Readonly<Record<string, string>>>({});
  const [dates, setDates] = useState<FactSpan & { paidOn: IsoDate | null }>({
    ...span,
    paidOn: null,
  });
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({});
  const [weekBy, setWeekBy] = useState<'one' | 'pay_day' | null>(null);
  const [chosenDays, setChosenDays] = useState<number | null>(null);
  const [storesDigits, setStoresDigits] = useState(false);
  const [busy, setBusy] = useState(false);
  const [imported, setImported] = useState<Imported | null>(null);
  const table = file?.table ?? null;

  const ofSource = past.filter(({ mapping }) => mapping.source === table?.source);
  const roles = useMemo(() => {
    if (!table) return [];
    const before = past.filter(({ mapping }) => mapping.source === table.source).toReversed();
    const remembered = Object.fromEntries(
      before.flatMap(({ mapping }) => Object.entries(mapping.roles ?? {})),
    );
    return chooseRoles(table, { ...remembered, ...chosenRoles });
  }, [table, past, chosenRoles]);
  const hasDates = roles.includes('week_end') || roles.includes('period');
  const payDays = new Set(table?.rows.map(({ cells }) => cells[roles.indexOf('paid_on')] ?? ''));
  const byPayDay =
    !hasDates &&
    dates.periodStart === null &&
    roles.includes('paid_on') &&
    (weekBy ?? (payDays.size > 1 ? 'pay_day' : 'one')) === 'pay_day';
  const days =
    chosenDays ??
    ofSource.find(({ mapping }) => mapping.paidAfter !== undefined)?.mapping.paidAfter ??
    daysToPay(table, roles, dates.weekEnd);
  const paidAfter = byPayDay ? days : null;
  const lines = useMemo(
    () => (table ? factLines(table, roles, { ...dates, endsOn, paidAfter }) : []),
    [table, roles, dates, endsOn, paidAfter],
  );
  const remembered = new Map(
    workerIds
      .filter(({ source }) => source === table?.source)
      .map(({ worker_key, employee_id }) => [worker_key, employee_id]),
  );
  const matched = lines.map((line) => {
    const chosen = chosenPeople[line.workerKey];
    const match: Match = chosen
      ? { employeeId: chosen, reason: 'chosen' }
      : matchPerson(line, people, remembered, table?.source);
    const unmatched =
      match.reason === 'several' || match.reason === 'suggested' ? match.reason : 'unknown';
    const problem = line.problem ?? (match.employeeId ? null : (unmatched as 'unknown'));
    const row = problem === null ? journalRow(line, match.employeeId ?? '') : null;
    return { line, match, problem, row, decision: decisions[keyOf(line)] ?? null };
  });
  const sent = matched.filter(({ row }) => row !== null);
  const rows = sent.flatMap(({ row }) => row ?? []);
  const undecided = roles.flatMap((role, at) => (role === null ? [at] : []));
  const dryRun = useQuery(
    dryRunQuery(table?.source ?? 'other', undecided.length === 0 && !imported ? rows : []),
  );
  const withAnswers = (
    of: readonly (typeof matched)[number][],
    answers: readonly JournalAnswer[] | undefined,
  ): PreviewLine[] =>
    matched.map((one) => {
      const place = of.indexOf(one);
      const answer = place < 0 ? undefined : answers?.[place];
      return {
        ...one,
        refused: answer?.result === 'error' ? answer.message : null,
        result: answer?.result ?? null,
        stored: answer?.stored ?? null,
        netDifference: netDifference(one.line),
      };
    });
  const preview = withAnswers(sent, dryRun.data);
  const good = preview.filter(({ row, refused }) => row !== null && refused === null);
  const written = good.filter(
    ({ result, decision }) => result === 'new' || result === 'more' || decision === 'take',
  );
  const isDecided = good.some(({ decision }) => decision !== null);
  const suggested = preview.filter(({ problem }) => problem === 'suggested');
  const digits = sent.filter(({ line }) => line.lastFour !== null);

  const start = async (): Promise<void> => {
    if (!file || !table) return;
    setBusy(true);
    try {
      const importId = uuidv7();
      const mapping = {
        source: table.source,
        roles: Object.fromEntries(table.headings.map((heading, at) => [heading, roles[at]])),
        ...(paidAfter === null ? {} : { paidAfter }),
      };
      await saveWorkerIds(
        companyId,
        [...new Set(lines.map(({ workerKey }) => workerKey))].flatMap((key) =>
          chosenPeople[key]
            ? [{ source: table.source, worker_key: key, employee_id: chosenPeople[key] }]
            : [],
        ),
      );
      const accepted = matched.filter((one) => good.some(({ line }) => line === one.line));
      const answers = await importJournal({
        source: table.source,
        importId,
        file: { name: file.name, mapping },
        rows: good.flatMap(({ row, decision, stored }) =>
          row ? [{ ...row, ...(decision && { decision, ...(stored && { seen: stored }) }) }] : [],
        ),
      });
      if (storesDigits)
        for (const { line, match } of digits)
          await setIdentity(match.employeeId ?? '', line.lastFour ?? '');
      setImported({ importId, lines: withAnswers(accepted, answers) });
      await Promise.all([
        client.invalidateQueries({
          queryKey: [queryKeys.publicWork],
          predicate: ({ queryKey }) => queryKey[1] !== DRY_RUN,
        }),
        client.invalidateQueries({ queryKey: [queryKeys.imports] }),
      ]);
    } catch (cause) {
      await dryRun.refetch();
      throw cause;
    } finally {
      setBusy(false);
    }
  };

  return {
    file,
    table,
    roles,
    undecided,
    dates,
    /** Whether the file says which week its lines are of. */
    hasDates,
    hasPayDay: roles.includes('paid_on'),
    /** Whether each line's week follows from its check date, and by how many days. */
    weekBy: byPayDay ? ('pay_day' as const) : ('one' as const),
    paidAfter: days,
    setWeekBy,
    setPaidAfter: setChosenDays,
    preview,
    good: written.length,
    canImport: written.length > 0 || isDecided || good.some(({ result }) => result === 'different'),
    different: good.filter(({ result }) => result === 'different').length,
    suggested: suggested.length,
    confirmSuggested: () =>
      setChosenPeople({
        ...chosenPeople,
        ...Object.fromEntries(
          suggested.map(({ line, match }) => [line.workerKey, match.suggestedId ?? '']),
        ),
      }),
    decide: (lines: readonly PreviewLine[], decision: Decision) =>
      setDecisions({
        ...decisions,
        ...Object.fromEntries(lines.map(({ line }) => [keyOf(line), decision])),
      }),
    checking: dryRun.isFetching,
    failure: dryRun.error,
    digits: digits.length,
    storesDigits,
    setStoresDigits,
    busy,
    imported,
    setDates,
    chooseRole: (heading: string, role: ColumnRole) =>
      setChosenRoles({ ...chosenRoles, [heading]: role }),
    choosePerson: (workerKey: string, employeeId: string | null) => {
      const { [workerKey]: _before, ...rest } = chosenPeople;
      setChosenPeople(employeeId ? { ...rest, [workerKey]: employeeId } : rest);
    },
    start,
    /** False: the file is neither text nor a workbook, or holds no table. */
    open: async (next: File): Promise<boolean> => {
      const read = await readPayrollFile(next);
      const found = read ? readFacts(read.grid) : null;
      setChosenRoles({});
      setChosenPeople({});
      setDecisions({});
      setWeekBy(null);
      setChosenDays(null);
      setImported(null);
      setFile(read && { ...read, table: found });
      return found !== null;
    },
  };
}

export type FactImportState = ReturnType<typeof useFactImport>;
