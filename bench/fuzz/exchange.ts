import { Random } from '../../testing/random.ts';
import { RequestGenerator } from '../../testing/rest-fuzz/generate-request.ts';
import type { Caller } from './callers.ts';
import { describe, wrongIn } from './findings.ts';
import { areaOf, PLAIN_AREA, RouteRequests } from './route-requests.ts';
import type { Answer, Sender } from './send.ts';
import { rawRequest, SocketFrames, sendBytes, talk } from './sockets.ts';
import type { FuzzStage } from './stage.ts';

export type Statuses = Record<string, Record<string, number>>;

/** Of how many requests one goes where; what is not named has the share of one small area. */
const SHARES: Readonly<Record<string, number>> = {
  ...{ rest: 380, calls: 250, auth: 70, storage: 120, scim: 25, sockets: 10, bytes: 5 },
  ...{ accounting: 20, quickbooks: 8, system: 20, web: 15 },
};
const SHARE = 8;
/** A password takes a core for a while to be hashed. */
const COSTLY = /^\/auth\/v1\/(token|signup|user|admin\/users)/;

const CAPTURED_MAIL = /^\/dev\/mail\b/;

/** Makes request number `n` from the seed and `n` alone, sends it, and looks through what comes back. */
export class Exchange {
  readonly statuses: Statuses = {};
  overHttp = 0;
  readonly #stage: FuzzStage;
  readonly #seed: number;
  readonly #random = new Random(0);
  readonly #routes: RouteRequests;
  readonly #own: RequestGenerator;
  readonly #withLinks: RequestGenerator;
  readonly #frames: SocketFrames;
  readonly #paths: readonly string[];
  /** Each area as often as its share is. */
  readonly #areas: readonly string[];
  /** People more often than tokens, of which most may do little. */
  readonly #callers: readonly Caller[];

  constructor(stage: FuzzStage, seed: number, only?: readonly string[]) {
    const { server, material, words, wordsWithLinks, socketVocabulary } = stage;
    this.#stage = stage;
    this.#callers = stage.callers.flatMap((caller) =>
      caller.accessToken === undefined ? [caller] : [caller, caller, caller],
    );
    this.#seed = seed;
    this.#routes = new RouteRequests(this.#random, server.routes, material);
    this.#own = new RequestGenerator(this.#random, words);
    this.#withLinks = new RequestGenerator(this.#random, wordsWithLinks);
    this.#frames = new SocketFrames(this.#random, socketVocabulary);
    this.#paths = server.routes.map(({ url }) => url.replace('*', 'x'));
    const all = new Set(['rest', 'calls', 'sockets', 'bytes', ...this.#routes.areas.keys()]);
    const wanted = [...all].filter((area) => !only || only.includes(area));
    if (wanted.length === 0) throw new Error(`no such area; there are ${[...all].join(', ')}`);
    this.#areas = wanted.flatMap((area) => Array<string>(SHARES[area] ?? SHARE).fill(area));
  }

  async run(index: number, sender: Sender): Promise<void> {
    const random = this.#random;
    random.reseed(Math.imul(this.#seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
    const area = random.pick(this.#areas);
    const caller = random.pick(this.#callers);
    const address = `203.0.${random.below(256)}.${random.below(256)}`;
    if (area === 'bytes') return this.#bytes(index);
    if (area === 'sockets') return this.#socket(index, caller, address);
    return this.#http({ index, area, caller, address, sender });
  }

  async #bytes(index: number): Promise<void> {
    const bytes = rawRequest(this.#random, this.#paths);
    const { url, plainUrl } = this.#stage.server;
    const answer = await sendBytes(this.#random.chance(0.2) ? plainUrl : url, bytes);
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'closed';
    this.#count('bytes', status);
    if (!/^5(?!03|05)/.test(status)) return;
    const example = `#${index} ${JSON.stringify(bytes)} → ${answer}`;
    this.#stage.findings.add(`bytes: status ${status}`, example);
  }

  async #socket(index: number, caller: Caller, address: string): Promise<void> {
    const version = this.#random.pick(['1.0.0', '2.0.0']);
    const sent = this.#frames.next(caller, version);
    const url = this.#stage.server.url;
    const { received, failure } = await talk({ url, caller, version, frames: sent, address });
    this.#count('sockets', failure ?? (received === '' ? 'refused' : 'answered'));
    const leak = this.#hiddenFrom(caller, url).find(([, text]) => received.includes(text));
    const wrong = failure ?? (leak && `shows ${leak[0]}`);
    if (wrong === undefined) return;
    const example = `#${index} ${caller.name}: ${sent.map(String).join('\n')}`;
    this.#stage.findings.add(`sockets: ${wrong}`, example);
  }

  async #http(given: {
    readonly index: number;
    readonly area: string;
    readonly caller: Caller;
    readonly address: string;
    readonly sender: Sender;
  }): Promise<void> {
    const { index, area, caller, address, sender } = given;
    const made = this.#make(area, caller);
    const forwarded = this.#random.chance(0.85) ? { 'x-forwarded-for': address } : {};
    const request = { ...made, headers: { ...made.headers, ...caller.headers, ...forwarded } };
    this.overHttp++;
    const { url, plainUrl } = this.#stage.server;
    const answer = await sender.send(request, area === PLAIN_AREA ? plainUrl : url);
    this.#count(area, answer.status);
    const sent = JSON.stringify([request.url, request.headers, request.body]);
    // An answer may quote what it was asked.
    const hidden = this.#hiddenFrom(caller, request.url).filter(([, text]) => !sent.includes(text));
    const wrong = wrongIn(answer, request.url, hidden);
    if (wrong === undefined) return this.#rememberAddress(answer);
    const path = area === 'calls' ? request.url.split('?', 1)[0] : made.where;
    const kind = `${wrong} at ${path} ${messageOf(answer)}`;
    this.#stage.findings.add(kind, `#${index} ${describe(caller.name, request, answer)}`);
  }

  #make(area: string, caller: Caller) {
    if (area === 'rest' || area === 'calls') {
      const generator = caller.knowsLinks ? this.#withLinks : this.#own;
      return { ...generator.next(area === 'calls'), where: area };
    }
    const first = this.#routes.next(area);
    const isLeftOut = COSTLY.test(first.url) && this.#random.chance(0.7);
    const { route, ...made } = isLeftOut ? this.#routes.next(area) : first;
    return { ...made, where: `${route.method} ${route.url}` };
  }

  #hiddenFrom({ forbidden }: Caller, url: string): (readonly [name: string, text: string])[] {
    // Mail that is sent nowhere is there for whoever sits at the machine, as all of these do.
    if (CAPTURED_MAIL.test(url)) return [];
    const canaries = forbidden.map((canary) => ['a row of the other company', canary] as const);
    return [...canaries, ...this.#stage.neverShown];
  }

  #rememberAddress({ status, headers, body }: Answer): void {
    if (status >= 300) return;
    const location = String(headers['location'] ?? '');
    const signed = /"signedU[rR][lL]":"([^"]+)"/.exec(body)?.[1];
    const found = signed ? `/storage/v1${signed}` : location.startsWith('/') ? location : undefined;
    if (found && areaOf(found) !== 'web') this.#stage.remember(found);
  }

  #count(area: string, status: number | string): void {
    const counts = this.statuses[area] ?? {};
    counts[status] = (counts[status] ?? 0) + 1;
    this.statuses[area] = counts;
  }
}

/** Faults of one cause are one finding, whatever they quote. */
function messageOf({ body }: Answer): string {
  const message = /"message":"([^"]{0,80})/.exec(body)?.[1] ?? '';
  return message.replace(/request id .*/, '');
}
