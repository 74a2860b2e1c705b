import { conjuncts } from './policy-scope.ts';

/** A policy for reading, as SQL text. */
export interface Policy {
  readonly permissive: boolean;
  /** Whether it is for the caller's role. */
  readonly applies: string;
  readonly condition: string;
}

/**
 * Conditions whose only knowledge of the caller are these values, which stand in them as marks
 * (`markOf`): who surely may read a row, and who may or may not.
 */
export interface SharedPolicy {
  /** SQL that nothing of the row is in. */
  readonly values: readonly string[];
  readonly yes: string;
  readonly perhaps: string;
}

/** `(select f())` or `x in (select f())`; in parentheses only what is written out. */
const CLOSED_SELECT =
  /(\bIN\s+)?\(\s*select\s+([\w.]+\((?:\s*(?:current_user|\d+(?:::oid)?|'[^']*'(?:::\w+)?|true|false)\s*,?)*\))(?:\s+AS\s+(?:\w+|"[^"]+"))?\s*\)/gi;
/** With its schema: `now()` and its like are not about the caller. */
const CLOSED_CALL = /\b\w+\.\w+\(\)/g;

export const markOf = (index: number): string => `<<${index}>>`;

/**
 * Takes the caller's values out of policies as PostgreSQL writes them back. What is left must be
 * comparisons of columns and constants: another call or subselect could ask who the caller is. Of a
 * permissive policy with such a part the other parts tell at least who may not read a row.
 * Undefined where every caller must be asked.
 */
export function findSharedPolicy(policies: readonly Policy[]): SharedPolicy | undefined {
  const values: string[] = [];
  const restrictive = policies.filter(({ permissive }) => !permissive);
  const required = restrictive.map(({ applies, condition }) =>
    markValues(`(not (${applies}) or (${condition}))`, values),
  );
  const yes: string[] = [];
  const perhaps: string[] = [];
  for (const { applies, condition } of policies.filter(({ permissive }) => permissive)) {
    const whole = markValues(`((${applies}) and (${condition}))`, values);
    if (whole !== undefined) yes.push(whole);
    else
      perhaps.push(
        `(${[applies, ...conjuncts(condition)].flatMap(markKnown(values)).join(' and ')})`,
      );
  }
  if (required.includes(undefined) || perhaps.includes('()')) return undefined;
  const all = (any: readonly string[]) =>
    [`(${any.join(' or ') || 'false'})`, ...required].join(' and ');
  return { values, yes: all(yes), perhaps: all(perhaps) };
}

const markKnown =
  (values: string[]) =>
  (condition: string): string[] => {
    const marked = markValues(`(${condition})`, values);
    return marked === undefined ? [] : [marked];
  };

/** The condition with marks; undefined where it is not about the row and the caller's values alone. */
function markValues(condition: string, values: string[]): string | undefined {
  const found = [...values];
  const take = (expression: string): string => {
    if (!found.includes(expression)) found.push(expression);
    return markOf(found.indexOf(expression));
  };
  const marked = condition
    .replace(CLOSED_SELECT, (_, list: string | undefined, call: string) =>
      list ? `= ANY (${take(`array(select ${call})`)})` : take(`(select ${call})`),
    )
    .replace(CLOSED_CALL, take);
  if (condition.includes('<<') || !isAboutTheRowAlone(marked)) return undefined;
  values.push(...found.slice(values.length));
  return marked;
}

function isAboutTheRowAlone(condition: string): boolean {
  const code = condition.replace(/'(?:[^']|'')*'/g, "''");
  if (/\bselect\b|\.\*|\b(?:current_|session_user|system_user|localtime|user\b)/i.test(code)) {
    return false;
  }
  return (code.match(/[\w"]+(?=\()/g) ?? []).every((name) => name === 'COALESCE');
}
