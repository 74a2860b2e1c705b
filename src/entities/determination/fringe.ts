import { AMOUNT, parseMoney, percentOf } from '@/entities/determination/money';
import type { Question } from '@/entities/determination/reading';

interface Fringe {
  amountE4: number;
  percents: string[];
  footnotes: string[];
}

const PART = new RegExp(String.raw`^(?:\$?\s*(${AMOUNT})|(\d*\.?\d+)\s*%|\(?([a-z])\)?)$`, 'i');

/** `16.70`, `8%+5.20`, `38.435+a+b`, `39.25% + 1.00`: its amounts, percentages and footnotes. */
export function parseFringe(text: string): Fringe | null {
  const fringe: Fringe = { amountE4: 0, percents: [], footnotes: [] };
  // `16.70 a,b` is written for `16.70+a+b`.
  const parts = text
    .replace(/(?<=[\d%a-z)])\s+(?=\(?[a-z]\)?(?:[\s,+]|$))/gi, '+')
    .split(/[+,&]/)
    .map((part) => part.trim());
  for (const part of parts) {
    const match = PART.exec(part);
    if (!match) return null;
    if (match[1] !== undefined) fringe.amountE4 += parseMoney(match[1]) ?? 0;
    else if (match[2] !== undefined) fringe.percents.push(match[2]);
    else if (match[3] !== undefined) fringe.footnotes.push(match[3].toLowerCase());
  }
  return fringe;
}

/**
 * What is due per hour, or the question about it. A percentage is of the basic hourly rate as a rule,
 * but the text does not say so: it is proposed and not entered. Footnotes say in prose what cannot be
 * an amount per hour, such as paid holidays.
 */
export function readFringe(
  printed: string,
  baseE4: number | null,
): { fringeE4: number | null; footnotes: string[]; questions: Question[] } {
  if (printed === '') {
    const question: Question = {
      code: 'fringe_missing',
      field: 'fringe',
      proposalE4: 0,
      text: null,
    };
    return { fringeE4: null, footnotes: [], questions: [question] };
  }
  const fringe = parseFringe(printed);
  if (!fringe) {
    const question: Question = {
      code: 'fringe_unreadable',
      field: 'fringe',
      proposalE4: null,
      text: printed,
    };
    return { fringeE4: null, footnotes: [], questions: [question] };
  }
  const { amountE4, percents, footnotes } = fringe;
  if (percents.length === 0 && footnotes.length === 0)
    return { fringeE4: amountE4, footnotes, questions: [] };
  const isOnlyFootnotes = percents.length === 0 && amountE4 === 0;
  const proposalE4 =
    isOnlyFootnotes || (percents.length > 0 && baseE4 === null)
      ? null
      : percents.reduce((sum, percent) => sum + percentOf(percent, baseE4 ?? 0), amountE4);
  const code = percents.length > 0 ? 'fringe_percent' : 'fringe_footnote';
  const questions: Question[] = [{ code, field: 'fringe', proposalE4, text: printed }];
  return { fringeE4: null, footnotes, questions };
}
