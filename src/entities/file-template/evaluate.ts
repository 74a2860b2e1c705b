import {
  type Expression,
  ExpressionError,
  parseExpression,
} from '@/entities/file-template/expression';
import { compare, FUNCTIONS } from '@/entities/file-template/functions';

type Fields = (name: string) => string | undefined;

const RESULTS = {
  '=': (order: number) => order === 0,
  '!=': (order: number) => order !== 0,
  '<': (order: number) => order < 0,
  '>': (order: number) => order > 0,
  '<=': (order: number) => order <= 0,
  '>=': (order: number) => order >= 0,
};

/** What an expression says of one row. `fields` knows the row's values; undefined: no such field. */
export function evaluate(tree: Expression, fields: Fields): string {
  switch (tree.kind) {
    case 'value':
      return tree.value;
    case 'field': {
      const value = fields(tree.name);
      if (value === undefined) throw new ExpressionError('unknown_field', tree.name);
      return value;
    }
    case 'compare': {
      const order = compare(evaluate(tree.left, fields), evaluate(tree.right, fields));
      return RESULTS[tree.sign](order) ? 'true' : '';
    }
    case 'call':
      return evaluateCall(tree, fields);
  }
}

function evaluateCall({ name, args }: Expression & { kind: 'call' }, fields: Fields): string {
  checkCall(name, args.length);
  const [first, second, third] = args;
  if (name === 'if' && first && second) {
    const chosen = evaluate(first, fields) ? second : third;
    return chosen ? evaluate(chosen, fields) : '';
  }
  const called = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  return called ? called.call(...args.map((arg) => evaluate(arg, fields))) : '';
}

function checkCall(name: string, count: number): void {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]?.args : undefined;
  const range = name === 'if' ? ([2, 3] as const) : known;
  if (!range) throw new ExpressionError('unknown_function', name);
  if (count < range[0] || count > range[1]) throw new ExpressionError('argument_count', name);
}

function checkTree(tree: Expression, known: ReadonlySet<string>): void {
  if (tree.kind === 'field' && !known.has(tree.name))
    throw new ExpressionError('unknown_field', tree.name);
  if (tree.kind === 'call') {
    checkCall(tree.name, tree.args.length);
    for (const arg of tree.args) checkTree(arg, known);
  }
  if (tree.kind === 'compare') {
    checkTree(tree.left, known);
    checkTree(tree.right, known);
  }
}

/** What is wrong with an expression before any row is seen; null: nothing. */
export function expressionFault(
  source: string,
  known: ReadonlySet<string>,
): ExpressionError | null {
  try {
    checkTree(parseExpression(source), known);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}
