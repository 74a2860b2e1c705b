import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type ImportRow, importRows, type RowAnswer } from '@/entities/import/import-rows';
import {
  factImportsQuery,
  peopleQuery,
  workerIdsQuery,
} from '@/features/public-work/facts/api/queries';
import { saveWorkerIds, setIdentity } from '@/features/public-work/facts/api/writes';
import {
  AMOUNTS,
  type FactLine,
  type FactProblem,
  factLines,
  netDifference,
} from '@/features/public-work/facts/fact-line';
import { chooseRoles } from '@/features/public-work/facts/formats/choose-roles';
import type { FactTable } from '@/features/public-work/facts/formats/fact-table';
import { amountText } from '@/features/public-work/facts/formats/money';
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
  /** Of the file, of the match, or of the database (as `messageText` reads it). */
  problem: FactProblem | 'unknown' | 'several' | null;
  refused: string | null;
  result: RowAnswer['result'] | null;
  /** Net less (gross less deductions), in cents. */
  netDifference: number | null;
}

export interface Imported {
  importId: string;
  lines: readonly PreviewLine[];
}

/** The row as the database takes it. Columns the file does not have stay as they are. */
function rowOf(line: FactLine, employeeId: string): ImportRow {
  const amounts = AMOUNTS.flatMap((name) => {
    const cents = line.amounts[name];
    return cents === undefined ? [] : [[name, amountText(cents)]];
  });
  return {
    employee_id: employeeId,
    week_end: line.weekEnd ?? '',
    other: JSON.stringify(
      line.other.map(({ name, cents }) => ({ name, amount: Number(amountText(cents)) })),
    ),
    ...Object.fromEntries(amounts),
    ...(line.paidOn ? { paid_on: line.paidOn } : {}),
    ...(line.checkNumbers.length > 0
      ? { check_number: line.checkNumbers.join(', ').slice(0, 40) }
      : {}),
  };
}

async function send(rows: readonly ImportRow[], file: unknown, importId: string | null) {
  const answers: RowAnswer[] = [];
  const { name, mapping } = file as { name: string; mapping: unknown };
  await importRows({
    list: 'payroll_facts',
    rows,
    importId,
    file: { name, mapping },
    from: 0,
    signal: new AbortController().signal,
    onAnswers: (part) => answers.push(...part),
  });
  return answers;
}

/** The same work as the import, taken back: what is shown is what will happen. */
const dryRunQuery = (rows: readonly ImportRow[]) =>
  queryOptions({
    queryKey: [queryKeys.publicWork, 'facts-dry-run', JSON.stringify(rows)],
    queryFn: () => send(rows, { name: '', mapping: {} }, null),
    enabled: rows.length > 0,
    staleTime: 0,
    gcTime: 0,
  });

interface Options {
  companyId: string;
  weekEnd: IsoDate;
  endsOn: number;
}

/** The import of a payroll file: how it is read, whom it means, what will happen, what happened. */
export function useFactImport({ companyId, weekEnd, endsOn }: Options) {
  const client = useQueryClient();
  const people = useQuery(peopleQuery(companyId)).data ?? [];
  const workerIds = useQuery(workerIdsQuery(companyId)).data ?? [];
  const past = useQuery(factImportsQuery(companyId)).data ?? [];
  const [file, setFile] = useState<(PayrollFile & { table: FactTable | null }) | null>(null);
  const [chosenRoles, setChosenRoles] = useState<Readonly<Record<string, ColumnRole>>>({});
  const [chosenPeople, setChosenPeople] = useState<Readonly<Record<string, string>>>({});
  const [dates, setDates] = useState<{ weekEnd: IsoDate; paidOn: IsoDate | null }>({
    weekEnd,
    paidOn: null,
  });
  const [storesDigits, setStoresDigits] = useState(false);
  const [busy, setBusy] = useState(false);
  const [imported, setImported] = useState<Imported | null>(null);
  const table = file?.table ?? null;

  const roles = useMemo(() => {
    if (!table) return [];
    const before = past.filter(({ mapping }) => mapping.source === table.source).toReversed();
    const remembered = Object.fromEntries(
      before.flatMap(({ mapping }) => Object.entries(mapping.roles ?? {})),
    );
    return chooseRoles(table, { ...remembered, ...chosenRoles });
  }, [table, past, chosenRoles]);
  const lines = useMemo(
    () => (table ? factLines(table, roles, { ...dates, endsOn }) : []),
    [table, roles, dates, endsOn],
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
      : matchPerson(line, people, remembered);
    const unmatched = match.reason === 'several' ? ('several' as const) : ('unknown' as const);
    return { line, match, problem: line.problem ?? (match.employeeId ? null : unmatched) };
  });
  const sent = matched.filter(({ problem }) => problem === null);
  const rows = sent.map(({ line, match }) => rowOf(line, match.employeeId ?? ''));
  const undecided = roles.flatMap((role, at) => (role === null ? [at] : []));
  const dryRun = useQuery(dryRunQuery(undecided.length === 0 ? rows : []));
  const withAnswers = (answers: readonly RowAnswer[] | undefined): PreviewLine[] =>
    matched.map((one) => {
      const answer = answers?.find(({ index }) => sent[index] === one);
      return {
        ...one,
        refused: answer?.result === 'error' ? answer.message : null,
        result: answer?.result ?? null,
        netDifference: netDifference(one.line),
      };
    });
  const preview = withAnswers(dryRun.data);
  const good = preview.filter(({ problem, refused }) => problem === null && refused === null);
  const digits = sent.filter(({ line }) => line.lastFour !== null);

  const start = async (): Promise<void> => {
    if (!file || !table) return;
    setBusy(true);
    try {
      const importId = uuidv7();
      const mapping = {
        source: table.source,
        roles: Object.fromEntries(table.headings.map((heading, at) => [heading, roles[at]])),
      };
      await saveWorkerIds(
        companyId,
        [...new Set(lines.map(({ workerKey }) => workerKey))].flatMap((key) =>
          chosenPeople[key]
            ? [{ source: table.source, worker_key: key, employee_id: chosenPeople[key] }]
            : [],
        ),
      );
      const answers = await send(rows, { name: file.name, mapping }, importId);
      if (storesDigits)
        for (const { line, match } of digits)
          await setIdentity(match.employeeId ?? '', line.lastFour ?? '');
      setImported({ importId, lines: withAnswers(answers) });
      await Promise.all([
        client.invalidateQueries({ queryKey: [queryKeys.publicWork] }),
        client.invalidateQueries({ queryKey: [queryKeys.imports] }),
      ]);
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
    hasDates: roles.includes('week_end') || roles.includes('period'),
    hasPayDay: roles.includes('paid_on'),
    preview,
    good: good.length,
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
      setImported(null);
      setFile(read && { ...read, table: found });
      return found !== null;
    },
  };
}

export type FactImportState = ReturnType<typeof useFactImport>;
