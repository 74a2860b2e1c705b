import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from 'node:tls';
import type { Config } from '../config.ts';
import type { CertificateSource } from './certificate.ts';

const CHECK_MS = 3600_000;
const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 3600_000;
const TWO_YEARS_SECONDS = 2 * 365 * 24 * 3600;

interface Surroundings {
  readonly now?: () => number;
  /** Authorities to trust instead of those that come with Node. */
  readonly ca?: string;
}

/**
 * Opens the server's own address as a browser would, and remembers since when that works. A browser
 * that was told to insist on HTTPS (HSTS) has no way back, so it is told after a day, and only with a
 * certificate everybody trusts.
 */
export class HttpsCheck {
  readonly #config: Config;
  readonly #now: () => number;
  readonly #ca: string | undefined;
  readonly #file: string;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;
  #refusal: string | null | undefined;
  #trustedSince: number | null;

  constructor(config: Config, { now = Date.now, ca }: Surroundings = {}) {
    this.#config = config;
    this.#now = now;
    this.#ca = ca;
    this.#file = path.join(config.dataDir, 'tls', 'trusted-since');
    this.#trustedSince = this.#read();
  }

  /** Once the server listens. */
  start(source: CertificateSource): void {
    this.#timer = setInterval(() => void this.check(), CHECK_MS).unref();
    this.#stopListening = source.onChange(() => void this.check());
    void this.check();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopListening?.();
  }

  /** Why a browser would warn, as OpenSSL names it; null where it would not, undefined before the first check. */
  get refusal(): string | null | undefined {
    return this.#refusal;
  }

  async check(): Promise<void> {
    const refusal = await this.#handshake();
    // No connection on a busy machine says nothing about the certificate.
    if (refusal === undefined) return;
    this.#refusal = refusal;
    if (refusal === null) this.#trustedSince ??= this.#read() ?? this.#write();
    else this.#forget();
  }

  /** Undefined: not to be sent. Other ports have no say in what browsers do with the name. */
  hstsHeader(): string | undefined {
    if (this.#refusal !== null || this.#trustedSince === null) return undefined;
    if (new URL(this.#config.siteUrl).port !== '') return undefined;
    if (this.#now() - this.#trustedSince < DAY_MS) return undefined;
    return `max-age=${TWO_YEARS_SECONDS}`;
  }

  #handshake(): Promise<string | null | undefined> {
    const { tls, host, siteUrl } = this.#config;
    const isEverywhere = host === '::' || host === '0.0.0.0';
    return new Promise((resolve) => {
      const socket = connect({
        host: isEverywhere ? '127.0.0.1' : host,
        port: tls.httpsPort,
        servername: new URL(siteUrl).hostname,
        rejectUnauthorized: false,
        ...(this.#ca !== undefined && { ca: this.#ca }),
      });
      const settle = (refusal?: string | null) => {
        resolve(refusal);
        socket.destroy();
      };
      socket.setTimeout(TIMEOUT_MS, () => settle());
      socket.once('error', () => settle());
      socket.once('secureConnect', () => {
        settle(socket.authorized ? null : String(socket.authorizationError));
      });
    });
  }

  #read(): number | null {
    try {
      const since = Date.parse(readFileSync(this.#file, 'utf8'));
      return Number.isNaN(since) ? null : since;
    } catch {
      return null;
    }
  }

  /** A full disk costs a day of waiting after the next start, nothing else. */
  #write(): number {
    const since = this.#now();
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, new Date(since).toISOString(), { mode: 0o600 });
    } catch {
      // Remembered by this process alone.
    }
    return since;
  }

  /** What stopped working has to work for a day again. */
  #forget(): void {
    if (this.#trustedSince === null) return;
    this.#trustedSince = null;
    rmSync(this.#file, { force: true });
  }
}
