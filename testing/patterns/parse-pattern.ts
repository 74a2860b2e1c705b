/** What a regular expression is made of, as far as its matching takes steps. */
export type Node =
  | { readonly kind: 'character'; readonly matches: (character: string) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly body: Node; readonly min: number; readonly max: number }
  | {
      readonly kind: 'look';
      readonly body: Node;
      readonly isNegative: boolean;
      readonly isBehind: boolean;
    }
  | { readonly kind: 'edge'; readonly edge: '^' | '$' | '\\b' | '\\B' };

/** Classes and escapes are left to the engine itself; references back are refused. */
export function parsePattern(source: string, flags: string): Node {
  const characterFlags = flags.replace(/[gyd]/g, '');
  const characters = flags.includes('u') || flags.includes('v') ? [...source] : source.split('');
  let at = 0;
  const peek = (text: string) => characters.slice(at, at + text.length).join('') === text;
  const take = (text: string) => {
    const isThere = peek(text);
    if (isThere) at += text.length;
    return isThere;
  };

  function choice(): Node {
    const options = [sequence()];
    while (take('|')) options.push(sequence());
    return options.length === 1 ? (options[0] as Node) : { kind: 'choice', options };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < characters.length && !peek('|') && !peek(')')) parts.push(repeated(atom()));
    return parts.length === 1 ? (parts[0] as Node) : { kind: 'sequence', parts };
  }

  function repeated(body: Node): Node {
    const [min, max] = bounds();
    if (min === undefined) return body;
    take('?');
    return { kind: 'repeat', body, min, max: max ?? Number.POSITIVE_INFINITY };
  }

  function bounds(): [min?: number, max?: number] {
    if (take('*')) return [0];
    if (take('+')) return [1];
    if (take('?')) return [0, 1];
    const [all, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(characters.slice(at).join('')) ?? [];
    if (all === undefined) return [];
    at += all.length;
    if (comma === '') return [Number(min), Number(min)];
    return max === '' ? [Number(min)] : [Number(min), Number(max)];
  }

  function atom(): Node {
    if (take('(')) return group();
    if (take('^')) return { kind: 'edge', edge: '^' };
    if (take('$')) return { kind: 'edge', edge: '$' };
    if (take('\\b')) return { kind: 'edge', edge: '\\b' };
    if (take('\\B')) return { kind: 'edge', edge: '\\B' };
    const start = at;
    if (take('[')) skipClass();
    else if (take('\\')) skipEscape();
    else at += 1;
    return character(characters.slice(start, at).join(''));
  }

  function group(): Node {
    const look = ['?=', '?!', '?<=', '?<!'].find(take);
    if (look === undefined && !take('?:') && take('?<')) while (!take('>')) at += 1;
    const body = choice();
    if (!take(')')) throw new Error(`There is no end of a group in ${source}`);
    if (look === undefined) return body;
    return { kind: 'look', body, isNegative: look.endsWith('!'), isBehind: look.includes('<') };
  }

  function skipClass(): void {
    while (!take(']')) at += peek('\\') ? 2 : 1;
  }

  function skipEscape(): void {
    const rest = characters.slice(at).join('');
    if (/^([1-9]|k<)/.test(rest)) throw new Error(`A reference back in ${source}`);
    const [all = ''] =
      /^(u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|c[a-z]|[\s\S])/i.exec(rest) ?? [];
    at += characters.length === source.length ? all.length : [...all].length;
  }

  function character(text: string): Node {
    const pattern = new RegExp(`^(?:${text})$`, characterFlags.replace('m', ''));
    const known = new Map<string, boolean>();
    return {
      kind: 'character',
      matches: (given) => {
        const answer = known.get(given) ?? pattern.test(given);
        known.set(given, answer);
        return answer;
      },
    };
  }

  const parsed = choice();
  if (at < characters.length) throw new Error(`Cannot read ${source} from ${at}`);
  return parsed;
}
