import type { Random } from '../../testing/random.ts';
import type { FuzzRequest } from '../../testing/rest-fuzz/generate-request.ts';
import { mutate } from '../../testing/rest-fuzz/mutate.ts';
import { type FieldVocabulary, readFieldVocabulary } from './field-vocabulary.ts';
import type { Route } from './server-process.ts';

/** What stands in requests to routes that are not of the data API. */
export interface RouteMaterial {
  readonly ids: readonly string[];
  readonly emails: readonly string[];
  readonly passwords: readonly string[];
  readonly buckets: readonly string[];
  readonly objects: readonly string[];
  /** Codes and tokens that open something of the first company. */
  readonly tokens: readonly string[];
  /** With which the gateway of text messages shows that it is the one. */
  readonly gatewaySecret: string;
  /** Addresses that answers named: signed links, uploads under way. */
  readonly seen: readonly string[];
}

/** What stands before HTTPS: no part of the product, and at a port of its own. */
export const PLAIN_AREA = 'plain-http';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const STRANGE: readonly unknown[] = [
  ...['', ' ', '0', '-1', '99999999999999999999', 'null', '..', '../../etc/passwd', '\u0000', '👋'],
  ...["' or 1=1 --", '%', '__proto__', 'constructor', '<script>', 'a'.repeat(5_000), '{}', '*'],
  ...[0, 1, -1, 1.5, 1e308, true, false, null, [], {}, ['a'], [null], { a: { b: [1] } }],
];
const NUMBERS = ['0', '1', '60', '-1', '3600', '10485760', '1e9', 'x', ''];
const TYPES = [
  ...['application/json', 'application/json', 'application/json', 'text/plain', 'text/xml', 'a'],
  ...['application/x-www-form-urlencoded', 'application/octet-stream', 'image/png', 'image/jpeg'],
  ...[
    'application/offset+octet-stream',
    'multipart/form-data; boundary=x',
    'application/scim+json',
  ],
  'application/scim+json; charset=utf-16',
];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');
const SOAP = `<?xml version="1.0"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
<authenticate xmlns="http://developer.intuit.com/"><strUserName>a</strUserName><strPassword>b</strPassword></authenticate></soap:Body></soap:Envelope>`;

/** Requests to every route the running server has, other than those of tables and functions. */
export class RouteRequests {
  readonly areas: ReadonlyMap<string, readonly Route[]>;
  readonly #random: Random;
  readonly #material: RouteMaterial;
  readonly #wordsOf = readFieldVocabulary();

  constructor(random: Random, routes: readonly Route[], material: RouteMaterial) {
    this.#random = random;
    this.#material = material;
    const areas = new Map<string, Route[]>();
    for (const route of routes) {
      if (!METHODS.has(route.method)) continue;
      const area = route.isPlain ? PLAIN_AREA : areaOf(route.url);
      areas.set(area, [...(areas.get(area) ?? []), route]);
    }
    this.areas = areas;
  }

  next(area: string): FuzzRequest & { readonly route: Route } {
    const random = this.#random;
    const route = random.pick(this.areas.get(area) ?? []);
    const words = this.#wordsOf(route.url);
    const seen = this.#material.seen.filter((url) => areaOf(url) === area);
    const path =
      seen.length > 0 && random.chance(0.1) ? random.pick(seen) : this.#path(route, words);
    const query = random
      .list(0, random.chance(0.6) ? 2 : 0, () => this.#pair(words))
      .concat(this.#needed(route, words))
      .join('&');
    const url = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const body = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(route.method);
    const type = random.pick(TYPES);
    const headers: Record<string, string> = {};
    if (body && random.chance(0.95)) headers['content-type'] = type;
    for (const name of random.list(0, 3, () => random.pick(words.headers))) {
      if (!/^(host|authorization|content-length|cookie|expect|upgrade|connection)$/.test(name)) {
        headers[name] = this.#header(name, words);
      }
    }
    return {
      method: route.method as FuzzRequest['method'],
      url: random.chance(0.03) ? `/${mutate(random, url.slice(1))}` : url,
      headers,
      body: body && random.chance(0.92) ? this.#body(type, words) : undefined,
      route,
    };
  }

  /** Without these in the query nothing else of the request is looked at. */
  #needed({ url }: Route, words: FieldVocabulary): string[] {
    if (url.endsWith('/token')) {
      const grants = ['password', 'refresh_token', 'pkce', 'id_token', 'web3', 'x'];
      return [`grant_type=${this.#random.pick(grants)}`];
    }
    if (url.startsWith('/sms')) return [`token=${this.#material.gatewaySecret}`];
    if (!url.startsWith('/weather')) return [];
    return ['latitude', 'longitude', 'date'].map((name) => this.#pair(words, name));
  }

  #path(route: Route, words: FieldVocabulary): string {
    return route.url
      .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(this.#text(name, words)))
      .replace(/\*$/, () => this.#rest(route.url));
  }

  /** What stands for `*`. */
  #rest(url: string): string {
    const { random, material } = { random: this.#random, material: this.#material };
    if (random.chance(0.1)) return encodeURI(String(random.pick(STRANGE)));
    if (url.startsWith('/storage')) return encodeURI(random.pick(material.objects));
    // Links lead to pages; nobody has their secrets in addresses of an API.
    if (url !== '/*') return random.pick(['', 'x', 'a/b', random.pick(material.ids)]);
    const token = random.pick(material.tokens.length > 0 ? material.tokens : ['none']);
    return random.pick([
      ...['', 'index.html', 'sw.js', 'assets/x.js', 'time', 'verify.html', 'manifest.webmanifest'],
      ...[`portal/${token}`, `m/${token}`, `ticket/${token}`, `site/${token}`, 'callback', 'a/b/c'],
    ]);
  }

  #pair(words: FieldVocabulary, name = this.#random.pick(words.fields)): string {
    return `${name}=${encodeURIComponent(this.#text(name, words))}`;
  }

  #text(name: string, words: FieldVocabulary): string {
    const value = this.#value(name, words);
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return text.toWellFormed();
  }

  #value(name: string, { literals }: FieldVocabulary): unknown {
    const { random, material } = { random: this.#random, material: this.#material };
    if (random.chance(0.08)) return random.pick(STRANGE);
    if (/email/i.test(name)) return random.pick(material.emails);
    if (/password/i.test(name)) return random.pick(material.passwords);
    if (/bucket/i.test(name)) return random.pick(material.buckets);
    if (/^(paths|prefixes)$/.test(name)) {
      return random.list(0, 4, () => random.pick(material.objects));
    }
    if (/key$|^path$|prefix|^name$/i.test(name)) return random.pick(material.objects);
    if (/token|code|state|secret/i.test(name)) {
      return random.pick([...material.tokens, '123456', '000000', 'x'.repeat(43)]);
    }
    if (/redirect|url|uri|site/i.test(name)) {
      return random.pick([
        'http://localhost:3000/',
        'https://evil.example/',
        '/time',
        'javascript:1',
      ]);
    }
    if (/^(date|day)$/i.test(name)) return random.pick(['2026-03-02', '0001-01-01', '9999-12-31']);
    if (/latitude/i.test(name)) return random.pick([42.65, 37.8, -90]);
    if (/longitude/i.test(name)) return random.pick([-73.75, -122.4, 180]);
    if (/phone/i.test(name)) return random.pick(['+14155550123', '555', '']);
    if (/(^|_|[a-z])id$/i.test(name) || name === 'id') return random.pick(material.ids);
    if (/limit|offset|expires|width|height|quality|page|count|size|seconds|start/i.test(name)) {
      return random.pick([0, 1, 10, 60, 5_000, -1, 1.5, 1e12, '10']);
    }
    if (random.chance(0.5)) return random.pick(literals);
    return random.pick([...STRANGE, true, false, 'Sam', 'sam@example.com', 42.6, -73.7, 'en']);
  }

  #header(name: string, words: FieldVocabulary): string {
    const random = this.#random;
    const value = /length|offset/.test(name)
      ? random.pick(NUMBERS)
      : name === 'upload-metadata'
        ? this.#uploadMetadata()
        : name === 'tus-resumable'
          ? random.pick(['1.0.0', '1.0.0', '0.2.2', ''])
          : /range/.test(name)
            ? random.pick(['bytes=0-1', 'bytes=5-2', 'bytes=-1', 'x', 'bytes=0-,3-'])
            : random.chance(0.5)
              ? random.pick(words.literals)
              : this.#text(name, words);
    return value.replace(/[^\x20-\x7e]/g, '?').slice(0, 2_000);
  }

  #uploadMetadata(): string {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const { buckets, objects } = this.#material;
    const pairs = {
      bucketName: this.#random.pick(buckets),
      objectName: this.#random.pick(objects),
      contentType: this.#random.pick(['image/png', 'application/pdf', 'x']),
    };
    return Object.entries(pairs)
      .filter(() => !this.#random.chance(0.05))
      .map(([name, value]) => `${name} ${encode(value)}`)
      .join(',');
  }

  #body(type: string, words: FieldVocabulary): string {
    const random = this.#random;
    if (type.startsWith('image/') || type.includes('octet')) return random.pick([PNG, '', 'abc']);
    if (type === 'text/xml') return random.chance(0.5) ? SOAP : mutate(random, SOAP);
    const names = random.list(0, 6, () => random.pick(words.fields));
    const fields = Object.fromEntries(names.map((name) => [name, this.#value(name, words)]));
    if (type.includes('urlencoded')) {
      return names
        .map((name) => `${name}=${encodeURIComponent(this.#text(name, words))}`)
        .join('&');
    }
    if (type.startsWith('multipart')) {
      const parts = names.map(
        (name) =>
          `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${this.#text(name, words)}\r\n`,
      );
      return `${parts.join('')}--x--`;
    }
    const text = JSON.stringify(random.chance(0.05) ? random.pick(STRANGE) : fields);
    return random.chance(0.08) ? mutate(random, text) : text;
  }
}

/** The first part of an address, the part of the product it belongs to. */
export function areaOf(url: string): string {
  const first = /^\/(\.?[\w-]+)/.exec(url)?.[1] ?? 'web';
  return ['assets', 'lan'].includes(first) ? 'web' : first;
}
