import {
  cellOf,
  type FactTable,
  type Grid,
  isBlank,
} from '@/features/public-work/facts/formats/fact-table';

const lower = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim().toLowerCase());

/**
 * Paychex Flex's lines by pay component (Worker ID, Pay Component, Amount …): several for each check,
 * no names. Made one row for each check, with a column for each component.
 */
export function readPaychexLines(grid: Grid): FactTable | null {
  const at = grid.findIndex((cells) => {
    const names = lower(cells);
    return names.includes('worker id') && names.includes('pay component');
  });
  const found = grid[at];
  if (!found) return null;
  const names = lower(found);
  const worker = names.indexOf('worker id');
  const component = names.indexOf('pay component');
  const amount = names.indexOf('amount');
  const check = ['check seq number', 'check number'].map((name) => names.indexOf(name));
  const skipped = new Set([component, amount, names.indexOf('hours'), names.indexOf('line date')]);
  const plain = found.flatMap((_, column) => (skipped.has(column) ? [] : [column]));
  const checks = new Map<string, Check>();
  const components: string[] = [];
  grid.slice(at + 1).forEach((cells, index) => {
    if (isBlank(cells) || cellOf(cells, worker) === '') return;
    const key = [worker, ...check].map((column) => cellOf(cells, column)).join('\n');
    const known: Check = checks.get(key) ?? {
      line: at + index + 2,
      values: new Map(),
      lines: [],
    };
    checks.set(key, known);
    known.lines.push(cells);
    const name = cellOf(cells, component);
    const value = cellOf(cells, amount);
    if (name === '' || value === '') return;
    if (!components.includes(name)) components.push(name);
    known.values.set(name, [...(known.values.get(name) ?? []), value]);
  });
  const hasMoney = components.length > 0 || names.some((name) => name === 'net pay');
  return {
    source: 'paychex',
    headings: [...plain.map((column) => found[column]?.trim() ?? ''), ...components],
    rows: [...checks.values()].map(({ line, lines, values }) => ({
      line,
      cells: [
        ...plain.map((column) => onceOf(lines.map((cells) => cellOf(cells, column)))),
        ...components.map((name) => sumText(values.get(name) ?? [])),
      ],
    })),
    hoursOnly: !hasMoney || !names.includes('net pay') || amount < 0,
  };
}

interface Check {
  line: number;
  values: Map<string, string[]>;
  lines: (readonly string[])[];
}

/** Taxes and net of a check stand on one of its lines, or the same on each. */
const onceOf = (cells: readonly string[]): string => {
  const given = [...new Set(cells.filter((cell) => cell !== ''))];
  return given.length > 1 ? sumText(given) : (given[0] ?? '');
};

/** Joined by a plus where there are several; added up when amounts are read. */
const sumText = (values: readonly string[]): string => values.join(' + ');
