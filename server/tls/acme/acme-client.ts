import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose';
import { IssuerRefusal, type ProblemDocument } from './issuer-error.ts';
import { BadNonce, exchange, type IssuerAnswer, type IssuerSession } from './issuer-transport.ts';

export interface Order {
  readonly url: string;
  readonly status: 'pending' | 'ready' | 'processing' | 'valid' | 'invalid';
  readonly authorizations: readonly string[];
  readonly finalize: string;
  readonly certificate?: string;
  readonly error?: ProblemDocument;
}

export interface Authorization {
  readonly status: string;
  readonly identifier: { readonly type: string; readonly value: string };
  readonly challenges: readonly OfferedChallenge[];
}

export interface OfferedChallenge {
  readonly type: string;
  readonly url: string;
  readonly token: string;
  readonly error?: ProblemDocument;
}

export interface AcmeAccount {
  readonly directoryUrl: string;
  /** PEM. */
  readonly key: string;
  /** Of an account that exists. */
  readonly url: string | undefined;
  /** External account binding. */
  readonly eab: { readonly kid: string; readonly key: string } | undefined;
}

type Resource = 'newNonce' | 'newAccount' | 'newOrder';

const MAX_BAD_NONCES = 5;

/** The requests of ACME (RFC 8555) that an order needs, in the name of one account. */
export class AcmeClient {
  readonly #account: AcmeAccount;
  readonly #session: IssuerSession;
  readonly #key: KeyObject;
  readonly #jwk: Promise<JWK>;
  #directory: Promise<Partial<Record<Resource, string>>> | undefined;
  #accountUrl: string | undefined;
  readonly #nonces: string[] = [];

  constructor(account: AcmeAccount, session: IssuerSession) {
    this.#account = account;
    this.#session = session;
    this.#accountUrl = account.url;
    this.#key = createPrivateKey(account.key);
    this.#jwk = exportJWK(createPublicKey(account.key));
  }

  /** Also the first look at the issuer's clock. */
  async readDirectory(): Promise<void> {
    this.#directory ??= this.#readDirectory();
    await this.#directory;
  }

  /** Its address. Accepts the issuer's terms. */
  async createAccount(email: string | undefined): Promise<string> {
    const url = await this.#resource('newAccount');
    const { headers } = await this.#post(url, {
      termsOfServiceAgreed: true,
      ...(email !== undefined && { contact: [`mailto:${email}`] }),
      ...(this.#account.eab && { externalAccountBinding: await this.#binding(url) }),
    });
    this.#accountUrl = locationOf(headers);
    return this.#accountUrl;
  }

  async createOrder(names: readonly string[]): Promise<Order> {
    const identifiers = names.map((value) => ({ type: 'dns', value }));
    const { text, headers } = await this.#post(await this.#resource('newOrder'), { identifiers });
    return { ...parse<Order>(text), url: locationOf(headers) };
  }

  async readOrder({ url }: Order): Promise<Order> {
    return { ...parse<Order>((await this.#post(url, null)).text), url };
  }

  async finalizeOrder({ finalize }: Order, csr: Buffer): Promise<void> {
    await this.#post(finalize, { csr: csr.toString('base64url') });
  }

  /** The chain, PEM. */
  async readCertificate({ certificate }: Order): Promise<string> {
    if (certificate === undefined) throw notAcme('the order has no certificate');
    return (await this.#post(certificate, null)).text;
  }

  async readAuthorizations({ authorizations }: Order): Promise<readonly Authorization[]> {
    return Promise.all(
      authorizations.map(async (url) => parse<Authorization>((await this.#post(url, null)).text)),
    );
  }

  /** The issuer looks from now on. */
  async completeChallenge({ url }: OfferedChallenge): Promise<void> {
    await this.#post(url, {});
  }

  /** The answer expected of the name. */
  async keyAuthorization({ token }: OfferedChallenge): Promise<string> {
    return `${token}.${await calculateJwkThumbprint(await this.#jwk)}`;
  }

  async #readDirectory() {
    const { text } = await exchange(this.#session, { url: this.#account.directoryUrl });
    try {
      return JSON.parse(text) as Partial<Record<Resource, string>>;
    } catch {
      throw noDirectory();
    }
  }

  async #resource(name: Resource): Promise<string> {
    await this.readDirectory();
    const url = (await this.#directory)?.[name];
    if (url === undefined) throw noDirectory();
    return url;
  }

  /** Signed by the account; without a payload it reads (RFC 8555 section 6.3). */
  async #post(url: string, payload: object | null): Promise<IssuerAnswer> {
    for (let refused = 0; ; refused += 1) {
      const body = await this.#sign(url, payload, await this.#nextNonce());
      try {
        const answer = await exchange(this.#session, { url, body: JSON.stringify(body) });
        this.#noteNonce(answer.headers);
        return answer;
      } catch (error) {
        if (!(error instanceof BadNonce) || refused === MAX_BAD_NONCES) throw error;
        this.#noteNonce(error.headers);
      }
    }
  }

  async #sign(url: string, payload: object | null, nonce: string) {
    const by =
      this.#accountUrl === undefined ? { jwk: await this.#jwk } : { kid: this.#accountUrl };
    const alg = this.#key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256';
    return new FlattenedSign(bytesOf(payload === null ? '' : JSON.stringify(payload)))
      .setProtectedHeader({ alg, url, nonce, ...by })
      .sign(this.#key);
  }

  /** That the issuer's other account wants this key (RFC 8555 section 7.3.4). */
  async #binding(url: string) {
    const { kid = '', key = '' } = this.#account.eab ?? {};
    return new FlattenedSign(bytesOf(JSON.stringify(await this.#jwk)))
      .setProtectedHeader({ alg: 'HS256', kid, url })
      .sign(Buffer.from(key, 'base64'));
  }

  async #nextNonce(): Promise<string> {
    const kept = this.#nonces.pop();
    if (kept !== undefined) return kept;
    const url = await this.#resource('newNonce');
    const { headers } = await exchange(this.#session, { url, method: 'HEAD' });
    const nonce = headers['replay-nonce'];
    if (typeof nonce !== 'string') throw notAcme('it gives no nonce');
    return nonce;
  }

  #noteNonce({ 'replay-nonce': nonce }: IssuerAnswer['headers']): void {
    if (typeof nonce === 'string') this.#nonces.push(nonce);
  }
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function locationOf({ location }: IssuerAnswer['headers']): string {
  if (location === undefined) throw notAcme('it does not say where to find what it made');
  return location;
}

function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw notAcme('its answer is not JSON');
  }
}

const notAcme = (detail: string): IssuerRefusal =>
  new IssuerRefusal({ type: 'about:blank', detail }, 200);

/** As the answer of an address at which there is nothing. */
const noDirectory = (): IssuerRefusal =>
  new IssuerRefusal({ type: 'about:blank', detail: 'there is no ACME directory' }, 404);
