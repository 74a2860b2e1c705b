import {
  cellOf,
  type FactTable,
  type Grid,
  isBlank,
} from '@/features/public-work/facts/formats/fact-table';

const NET = /^net pay$/i;
const FEDERAL = /^federal (withholding|income tax|taxes)/i;
const EMPLOYER = /^employer\b|^company (contributions|taxes)/i;
const SUB_HEADING = /^(hours|rate)$/i;

/**
 * QuickBooks' Payroll Summary: employees across the top, payroll items down the side (in the desktop
 * program with hours, rate and amount for each, and items indented by columns). Turned around: a row
 * for each employee. It covers check dates, so it says no week.
 */
export function readPayrollSummary(grid: Grid): FactTable | null {
  const labels = grid.map(labelOf);
  if (!labels.some((label) => NET.test(label)) || !labels.some((label) => FEDERAL.test(label)))
    return null;
  const firstItem = labels.findIndex((label, at) => at > 0 && /gross|wages/i.test(label));
  const people = peopleAbove(grid, firstItem);
  if (people.length === 0) return null;
  let isEmployer = false;
  const items = grid.flatMap((cells, at) => {
    const label = labels[at] ?? '';
    if (at < firstItem || label === '' || isBlank(cells.slice(people[0]?.from ?? 1))) {
      if (at >= firstItem) isEmployer ||= EMPLOYER.test(label);
      return [];
    }
    isEmployer ||= EMPLOYER.test(label);
    return [{ cells, heading: isEmployer ? `Employer: ${label}` : label }];
  });
  const total = items.some(({ heading }) => /^total gross pay$/i.test(heading));
  return {
    source: 'quickbooks',
    headings: [
      'Employee',
      // "Gross Pay" is the caption of the wages where their total has a line of its own.
      ...items.map(({ heading }) => (total && /^gross pay$/i.test(heading) ? 'Wages' : heading)),
    ],
    rows: people.map(({ name, amountAt, line }) => ({
      line,
      cells: [name, ...items.map(({ cells }) => cellOf(cells, amountAt))],
    })),
  };
}

/** Items of a report are indented by columns of their own. */
const labelOf = (cells: readonly string[]): string => {
  const first = cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
  return /[A-Za-z]/.test(first) ? first : '';
};

/** The names over the columns, each with the column of its amounts. */
function peopleAbove(grid: Grid, firstItem: number) {
  if (firstItem < 1) return [];
  const above = grid.slice(0, firstItem);
  const subAt = above.findIndex((cells) => cells.some((cell) => SUB_HEADING.test(cell.trim())));
  const namesAt = subAt > 0 ? subAt - 1 : above.findLastIndex((cells) => filled(cells).length > 0);
  const names = filled(grid[namesAt] ?? []);
  const sub = subAt > 0 ? (grid[subAt] ?? []) : null;
  return names
    .map((from, index) => {
      const to = names[index + 1] ?? Math.max((grid[namesAt] ?? []).length, (sub ?? []).length);
      const span = Array.from({ length: Math.max(1, to - from) }, (_, offset) => from + offset);
      const amountAt = sub
        ? (span.findLast((at) => cellOf(sub, at) !== '' && !SUB_HEADING.test(cellOf(sub, at))) ??
          from)
        : from;
      return { name: cellOf(grid[namesAt], from), from, amountAt, line: namesAt + 1 };
    })
    .filter(({ name }) => !/^total\b/i.test(name));
}

/** Columns with a name, after the one of the items. */
const filled = (cells: readonly string[]): number[] =>
  cells.flatMap((cell, at) => (at > 0 && cell.trim() !== '' ? [at] : []));
