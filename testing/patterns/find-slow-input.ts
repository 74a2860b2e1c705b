import { countSteps, MAX_STEPS, type Pattern } from './count-steps.ts';
import type { Node } from './parse-pattern.ts';

const SIZES = [60, 120] as const;
/** Twice the input may take twice the steps; four times as many is the next that there is. */
const MAX_GROWTH = 2.8;
/** Of an input of the larger size: what a few marks at its ends cost is no growth. */
const MIN_STEPS = SIZES[1] * 6;
const PROBES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  '日',
  '\u2028',
];
const ENDS = ['', '\u0001', '!', '\n', 'a"'];

/** A text that the pattern takes more than linear time for, told by its parts; undefined: there is none. */
export function findSlowInput(pattern: Pattern): string | undefined {
  if (!repeatsOf(pattern.root).some(({ max }) => max === Number.POSITIVE_INFINITY))
    return undefined;
  const pumps = pumpsOf(pattern.root);
  for (const prefix of prefixesOf(pattern.root)) {
    for (const pump of pumps) {
      for (const end of ENDS) {
        if (!isSlow(pattern, prefix, pump, end)) continue;
        return `${JSON.stringify(prefix)} + ${JSON.stringify(pump)} × n + ${JSON.stringify(end)}`;
      }
    }
  }
  return undefined;
}

function isSlow(pattern: Pattern, prefix: string, pump: string, end: string): boolean {
  const [few, many] = SIZES.map((size) =>
    countSteps(pattern, prefix + pump.repeat(Math.ceil(size / pump.length)) + end),
  ) as [number, number];
  return many >= MAX_STEPS || (many > MIN_STEPS && many / few > MAX_GROWTH);
}

/** One character for each way in which the parts of the pattern tell characters apart, and the words of its groups. */
function pumpsOf(root: Node): string[] {
  const parts = charactersOf(root);
  const classes = new Map<string, string>();
  for (const probe of PROBES) {
    const answers = parts.map(({ matches }) => (matches(probe) ? '1' : '0')).join('');
    if (answers.includes('1') && !classes.has(answers)) classes.set(answers, probe);
  }
  const words = [...repeatsOf(root).map(({ body }) => shortest(body)), ...fixedTexts(root)];
  return [...new Set([...classes.values(), ...words])].filter((pump) => pump !== '');
}

/** What stands between two repetitions, such as `token` in `\\w*token\\w*`. */
function fixedTexts(node: Node): string[] {
  const inner = childrenOf(node).flatMap(fixedTexts);
  if (node.kind !== 'sequence') return inner;
  const texts = [''];
  for (const part of node.parts) {
    if (part.kind === 'repeat') texts.push('');
    else texts.push(`${texts.pop()}${shortest(part)}`);
  }
  return [...inner, ...texts];
}

/** What leads to each repetition. */
function prefixesOf(root: Node): string[] {
  const found = new Set(['']);
  const walk = (node: Node, before: string): void => {
    if (node.kind === 'repeat') {
      found.add(before);
      walk(node.body, before);
    } else if (node.kind === 'choice') {
      for (const option of node.options) walk(option, before);
    } else if (node.kind === 'sequence') {
      let text = before;
      for (const part of node.parts) {
        walk(part, text);
        text += shortest(part);
      }
    }
  };
  walk(root, '');
  return [...found];
}

function shortest(node: Node): string {
  switch (node.kind) {
    case 'character':
      return PROBES.slice(33).concat(PROBES).find(node.matches) ?? '';
    case 'sequence':
      return node.parts.map(shortest).join('');
    case 'choice':
      return shortest(node.options[0] as Node);
    case 'repeat':
      return shortest(node.body).repeat(Math.min(node.min, 40));
    default:
      return '';
  }
}

type CharacterNode = Extract<Node, { kind: 'character' }>;

function charactersOf(node: Node): CharacterNode[] {
  return node.kind === 'character' ? [node] : childrenOf(node).flatMap(charactersOf);
}

function repeatsOf(node: Node): Extract<Node, { kind: 'repeat' }>[] {
  const inner = childrenOf(node).flatMap(repeatsOf);
  return node.kind === 'repeat' ? [node, ...inner] : inner;
}

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.parts;
  if (node.kind === 'choice') return node.options;
  return node.kind === 'repeat' || node.kind === 'look' ? [node.body] : [];
}
