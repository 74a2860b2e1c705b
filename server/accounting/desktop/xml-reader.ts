export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** What the prefix stands for; empty without one. */
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Of this element alone, without its children's. */
  readonly text: string;
}

/** What was read is no XML, or has something in it that no message here has. */
export class XmlError extends Error {}

type OpenElement = XmlElement & {
  readonly tag: string;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
};

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 400_000;
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const START_TAG = new RegExp(
  `<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`,
  'y',
);
const END_TAG = new RegExp(`</(${NAME})\\s*>`, 'y');
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'gy');
const SKIPPED = /<\?[^?]*(?:\?(?!>)[^?]*)*\?>|<!--(?:(?!--).)*-->/sy;
const CDATA = /<!\[CDATA\[(.*?)\]\]>/sy;
const TEXT = /[^<]+/y;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/**
 * Reads a complete document. Strict on purpose: no document type and so no entities of its own, none
 * of the shortcuts a browser allows, and limits on depth and size.
 */
export function readXml(text: string): XmlElement {
  return new Reader(text.replace(/^\uFEFF/, '')).read();
}

class Reader {
  readonly #text: string;
  readonly #open: OpenElement[] = [];
  #at = 0;
  #count = 0;
  #root: XmlElement | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): XmlElement {
    while (this.#at < this.#text.length) this.#next();
    if (this.#open.length > 0 || !this.#root) throw this.#error('ends too early');
    return this.#root;
  }

  #next(): void {
    if (this.#take(SKIPPED)) return;
    const cdata = this.#take(CDATA);
    const end = cdata ?? this.#take(END_TAG);
    const start = end ?? this.#take(START_TAG);
    const [text, first = '', second = '', third] = start ?? this.#take(TEXT) ?? [];
    if (text === undefined) throw this.#error('cannot be read');
    if (cdata) this.#addText(first);
    else if (end) this.#close(first);
    else if (start) this.#start(first, second, third === '/');
    else this.#addText(decode(text));
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #start(tag: string, attributes: string, isEmpty: boolean): void {
    this.#count += 1;
    if (this.#count > MAX_ELEMENTS || this.#open.length >= MAX_DEPTH) {
      throw this.#error('has too many elements');
    }
    const parent = this.#open.at(-1);
    if (!parent && this.#root) throw this.#error('has more than one root');
    const element = makeElement(tag, attributes, parent?.prefixes ?? new Map());
    if (parent) parent.children.push(element);
    else this.#root = element;
    if (!isEmpty) this.#open.push(element);
  }

  #close(tag: string): void {
    if (this.#open.pop()?.tag !== tag) throw this.#error(`closes ${tag} at the wrong place`);
  }

  #addText(text: string): void {
    const parent = this.#open.at(-1);
    if (parent) parent.text += text;
    else if (text.trim() !== '') throw this.#error('has text outside its root');
  }

  #error(what: string): XmlError {
    return new XmlError(`The XML ${what} (character ${this.#at})`);
  }
}

function makeElement(
  tag: string,
  written: string,
  inherited: ReadonlyMap<string, string>,
): OpenElement {
  const attributes = new Map<string, string>();
  const prefixes = new Map(inherited);
  for (const [, name = '', double, single] of written.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) throw new XmlError(`The XML has ${name} twice in one element`);
    const value = decode(double ?? single ?? '');
    attributes.set(name, value);
    if (name === 'xmlns') prefixes.set('', value);
    else if (name.startsWith('xmlns:')) prefixes.set(name.slice(6), value);
  }
  const [prefix = '', name = ''] = tag.includes(':') ? tag.split(':') : ['', tag];
  const namespace = prefixes.get(prefix);
  if (prefix !== '' && namespace === undefined) {
    throw new XmlError(`The XML has a prefix without a meaning: ${prefix}`);
  }
  return { tag, name, namespace: namespace ?? '', attributes, prefixes, children: [], text: '' };
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,10};)?/g, (_all, reference: string | undefined) => {
    const name = reference?.slice(0, -1) ?? '';
    const value = name.startsWith('#') ? character(name.slice(1)) : ENTITIES[name];
    if (value === undefined) throw new XmlError(`The XML has an unknown entity: &${name}`);
    return value;
  });
}

function character(digits: string): string | undefined {
  const code = /^x[\da-f]+$/i.test(digits)
    ? Number.parseInt(digits.slice(1), 16)
    : Number(/^\d+$/.test(digits) ? digits : Number.NaN);
  const isAllowed =
    [0x9, 0xa, 0xd].includes(code) ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x1_0000 && code <= 0x10_ffff);
  return isAllowed ? String.fromCodePoint(code) : undefined;
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((each) => each.name === name);
}

/** The text of a descendant, by the names that lead to it. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return path.reduce(child, element)?.text.trim() ?? '';
}
