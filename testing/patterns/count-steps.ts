import type { Node } from './parse-pattern.ts';

export interface Pattern {
  readonly root: Node;
  readonly flags: string;
}

/** Once there are more, it does not matter how many. */
export const MAX_STEPS = 300_000;

class TooManySteps extends Error {}

/** How many steps an engine that tracks back takes to find the pattern in a text, or that it is not there. */
export function countSteps({ root, flags }: Pattern, text: string): number {
  let steps = 0;
  const isMultiline = flags.includes('m');
  const isWord = (at: number) => /\w/.test(text[at] ?? '');

  function isAt(edge: string, at: number): boolean {
    if (edge === '^') return at === 0 || (isMultiline && text[at - 1] === '\n');
    if (edge === '$') return at === text.length || (isMultiline && text[at] === '\n');
    return (isWord(at - 1) !== isWord(at)) === (edge === '\\b');
  }

  /** Takes everything as often as it can first, as both kinds of repetition do where the end fails. */
  function match(node: Node, at: number, next: (at: number) => boolean): boolean {
    steps += 1;
    if (steps > MAX_STEPS) throw new TooManySteps();
    switch (node.kind) {
      case 'character':
        return at < text.length && node.matches(text[at] as string) && next(at + 1);
      case 'edge':
        return isAt(node.edge, at) && next(at);
      case 'choice':
        return node.options.some((option) => match(option, at, next));
      case 'sequence':
        return matchParts(node.parts, 0, at, next);
      case 'look': {
        const isThere = node.isBehind
          ? Array.from({ length: Math.min(at, 4) + 1 }, (_, back) => at - back).some((from) =>
              match(node.body, from, (end) => end === at),
            )
          : match(node.body, at, () => true);
        return isThere !== node.isNegative && next(at);
      }
      case 'repeat':
        return matchRepeat(node, 0, at, next);
    }
  }

  function matchParts(
    parts: readonly Node[],
    index: number,
    at: number,
    next: (at: number) => boolean,
  ): boolean {
    const part = parts[index];
    if (part === undefined) return next(at);
    return match(part, at, (end) => matchParts(parts, index + 1, end, next));
  }

  function matchRepeat(
    node: Extract<Node, { kind: 'repeat' }>,
    count: number,
    at: number,
    next: (at: number) => boolean,
  ): boolean {
    const again = (end: number) =>
      (end > at || count < node.min) && matchRepeat(node, count + 1, end, next);
    if (count < node.max && match(node.body, at, again)) return true;
    return count >= node.min && next(at);
  }

  try {
    const lastStart = flags.includes('y') ? 0 : text.length;
    for (let start = 0; start <= lastStart; start += 1) {
      if (match(root, start, () => true)) break;
    }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
  }
  return steps;
}
