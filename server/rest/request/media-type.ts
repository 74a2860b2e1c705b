import { unacceptableMediaType } from '../rest-error.ts';

interface ExplainFormat {
  readonly format: 'json' | 'text';
  /** What the plan is asked for: the media type inside `for="…"`. */
  readonly options: readonly ('analyze' | 'verbose' | 'settings' | 'buffers' | 'wal')[];
}

/** How the answer is to be written. */
export interface Representation {
  readonly kind: 'json' | 'object' | 'csv' | 'geojson' | 'own';
  readonly stripNulls: boolean;
  readonly contentType: string;
  readonly explain?: ExplainFormat;
  /** Nothing in particular was asked for, so a function may answer with a media type of its own. */
  readonly isAny?: boolean;
  /** Only these were asked for: nothing but a function of such a media type can answer. */
  readonly foreign?: readonly string[];
}

const json: Representation = {
  kind: 'json',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
};

const anything: Representation = { ...json, isAny: true };

const cache = new Map<string, Representation>();
const cacheSize = 500;

/** The first media type of `Accept` that this API can write; a function may know others. */
export function negotiate(accept: string | undefined, isCall = false): Representation {
  if (accept === undefined || accept === '' || accept === '*/*') return anything;
  if (accept === 'application/json') return json;
  const cached = cache.get(accept) ?? remember(accept);
  if (cached.foreign !== undefined && !isCall) throw unacceptableMediaType(cached.foreign);
  return cached;
}

function remember(accept: string): Representation {
  const ranked = rank(accept);
  const representation = ranked.map(toRepresentation).find((one) => one !== undefined) ?? {
    ...json,
    foreign: ranked,
  };
  if (cache.size >= cacheSize) cache.clear();
  cache.set(accept, representation);
  return representation;
}

/** How a function answers: with its own media type where that was asked for, or nothing else. */
export function representationOf(asked: Representation, mediaType?: string): Representation {
  if (mediaType !== undefined && (asked.isAny || asked.foreign?.some(isType(mediaType)))) {
    return { kind: 'own', stripNulls: false, contentType: `${mediaType}; charset=utf-8` };
  }
  if (asked.foreign !== undefined) throw unacceptableMediaType(asked.foreign);
  return asked;
}

const isType = (mediaType: string) => (entry: string) =>
  [mediaType, `${mediaType.split('/', 1)[0]}/*`].includes(
    entry.split(';', 1)[0]?.trim().toLowerCase() ?? '',
  );

function rank(accept: string): readonly string[] {
  return splitOutsideQuotes(accept, ',')
    .map((entry, index) => {
      const quality = /;\s*q=([\d.]+)/i.exec(entry);
      return {
        type: entry.replace(/;\s*q=[\d.]+/i, '').trim(),
        quality: quality === null ? 1 : Number(quality[1]),
        index,
      };
    })
    .filter((entry) => entry.type !== '' && entry.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
    .map((entry) => entry.type);
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  return text.match(separator === ',' ? /(?:"[^"]*"|[^,])+/g : /(?:"[^"]*"|[^;])+/g) ?? [];
}

function toRepresentation(entry: string): Representation | undefined {
  const [type = '', ...rest] = splitOutsideQuotes(entry, ';').map((part) => part.trim());
  const stripNulls = rest.includes('nulls=stripped');
  switch (type.toLowerCase()) {
    case '*/*':
      return anything;
    case 'application/*':
    case 'application/json':
      return json;
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return stripNulls
        ? {
            kind: 'json',
            stripNulls,
            contentType: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
          }
        : json;
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return {
        kind: 'object',
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`,
      };
    case 'text/csv':
      return { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' };
    case 'application/geo+json':
      return {
        kind: 'geojson',
        stripNulls: false,
        contentType: 'application/geo+json; charset=utf-8',
      };
    case 'application/vnd.pgrst.plan+json':
      return toExplain('json', rest);
    case 'application/vnd.pgrst.plan':
    case 'application/vnd.pgrst.plan+text':
      return toExplain('text', rest);
    default:
      return undefined;
  }
}

const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;

function toExplain(
  format: 'json' | 'text',
  parameters: readonly string[],
): Representation | undefined {
  const value = (name: string) =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1);
  const explained = toRepresentation(value('for')?.replaceAll('"', '') ?? 'application/json');
  const asked = value('options')?.split('|') ?? [];
  return explained === undefined
    ? undefined
    : {
        ...explained,
        contentType: `application/vnd.pgrst.plan+${format}; for="${mimeOf(explained)}"; charset=utf-8`,
        explain: { format, options: explainOptions.filter((option) => asked.includes(option)) },
      };
}

const mimeOf = (representation: Representation) =>
  representation.contentType.replace('; charset=utf-8', '');

export type PayloadType = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'binary' | 'other';

/** What a request's body claims to be; nothing said means JSON. */
export function payloadType(contentType: string | undefined): PayloadType {
  if (contentType === undefined || contentType.startsWith('application/json')) return 'json';
  switch (contentType.split(';', 1)[0]?.trim().toLowerCase()) {
    case '':
    case '*/*':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return 'json';
    case 'text/csv':
      return 'csv';
    case 'application/x-www-form-urlencoded':
      return 'form';
    case 'text/plain':
      return 'text';
    case 'text/xml':
      return 'xml';
    case 'application/octet-stream':
      return 'binary';
    default:
      return 'other';
  }
}
