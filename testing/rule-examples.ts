import { readFileSync } from 'node:fs';
import path from 'node:path';

const RULES = path.join(import.meta.dirname, '../docs/rules');

export interface WeekExample {
  readonly id: string;
  readonly policy: string;
  /** Seven durations, in workweek order. */
  readonly days: string;
  readonly rate: string;
  readonly reg: string;
  readonly ot: string;
  readonly dt?: string;
  readonly gross: string;
  /** The part that the FLSA requires (W-2 box 12 TT). */
  readonly tt?: string;
  readonly custom?: Record<string, unknown>;
}

/**
 * The examples of docs/rules/overtime.md that are seven days under one preset: what the page says
 * is what the tests run. Remarks beside a figure are left out.
 */
export function overtimeWeeks(): WeekExample[] {
  const page = readFileSync(path.join(RULES, 'overtime.md'), 'utf8');
  return page.split('\n').flatMap((line) => {
    const [, id = '', policy = '', days = '', rate = '', ...figures] = line
      .split('|')
      .map((cell) => cell.trim());
    const week = /^(?:[\d:]+ ){6}[\d:]+/.exec(days.replaceAll(/ \([^)]*\)/g, ''))?.[0];
    if (!week) return [];
    const [reg = '', ot = '', dt = '', gross = ''] = figures.map(
      (figure) => /^[\d.:]+/.exec(figure)?.[0],
    );
    const tt = /\(TT ([\d.]+)\)/.exec(line)?.[1];
    return [{ id, policy, days: week, rate, reg, ot, dt, gross, ...(tt && { tt }) }];
  });
}
