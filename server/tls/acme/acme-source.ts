import path from 'node:path';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import type { Logger } from '../../http/log.ts';
import type { Certificate, CertificateSource, CertificateStatus } from '../certificate.ts';
import { belongsTo, parseCertificate } from '../parse-certificate.ts';
import type { CertificateStorage, IssuedCertificate } from './certificate-storage.ts';
import { ChallengeAnswers } from './challenge-answers.ts';
import { notYetValid } from './clock-problem.ts';
import { openDatabaseStorage } from './database-storage.ts';
import { explainFailure } from './explain-failure.ts';
import { openFileStorage } from './file-storage.ts';
import { attemptOrder } from './order-attempt.ts';
import {
  type Attempts,
  NO_ATTEMPTS,
  type OrderRecords,
  openOrderRecords,
} from './order-records.ts';
import { renewalTime } from './renewal-time.ts';
import { resolveAddresses } from './resolve-addresses.ts';
import { readTrustedCa } from './trusted-ca.ts';

/** Short enough to notice soon that a machine slept or its clock was set. */
const CHECK_INTERVAL_MS = 60_000;
/** While somebody else orders what this process waits for. */
const WAIT_INTERVAL_MS = 1_000;
const MIN_INTERVAL_MS = 250;

export interface AcmeOptions {
  /** False: another process of this server orders, this one uses what it obtained. */
  readonly orders?: boolean;
  readonly now?: () => Date;
  readonly addressesOf?: (name: string) => Promise<readonly string[]>;
}

/** Certificates of an ACME issuer, ordered and renewed while the server runs. */
export interface AcmeSource extends CertificateSource {
  /** Once the server listens: the issuer asks at once. */
  start(): void;
  /** Until what is due now is done. */
  check(): Promise<void>;
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'tls'>;

export async function openAcmeSource(
  config: Settings,
  database: Pick<Database, 'sql'>,
  log: Logger,
  options: AcmeOptions = {},
): Promise<AcmeSource> {
  const source = new OrderedCertificates(config, database, log, options);
  await source.readFirst();
  return source;
}

class OrderedCertificates implements AcmeSource {
  readonly #config: Settings;
  readonly #log: Logger;
  readonly #options: AcmeOptions;
  readonly #storage: CertificateStorage;
  readonly #records: OrderRecords;
  readonly #answers: ChallengeAnswers;
  readonly #place: string;
  readonly #trustedCa: string | undefined;
  readonly #listeners = new Set<(certificate: Certificate) => void>();
  readonly #stopping = new AbortController();
  #issued: IssuedCertificate | undefined;
  #certificate: Certificate | null = null;
  #attempts: Attempts | undefined;
  #unstored: IssuedCertificate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #trouble: string | null = null;

  constructor(config: Settings, { sql }: Pick<Database, 'sql'>, log: Logger, options: AcmeOptions) {
    const names = [...config.tls.domains].sort().join(',');
    const folder = path.join(config.dataDir, 'tls');
    const isShared = config.databaseUrl !== undefined;
    this.#config = config;
    this.#log = log;
    this.#options = options;
    this.#storage = isShared ? openDatabaseStorage(sql, names) : openFileStorage(folder);
    this.#place = isShared ? 'the database' : folder;
    this.#trustedCa = readTrustedCa(config.tls.acme.caFile);
    this.#records = openOrderRecords(sql, names);
    this.#answers = new ChallengeAnswers(sql);
  }

  current(): Certificate | null {
    return this.#certificate;
  }

  onChange(listener: (certificate: Certificate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  httpChallenge(token: string): Promise<string | null> {
    return this.#answers.answerFor(token);
  }

  alpnCertificate(name: string): Promise<{ readonly cert: string; readonly key: string } | null> {
    return this.#answers.certificateFor(name.toLowerCase());
  }

  status(): CertificateStatus {
    return {
      mode: 'acme',
      certificate: this.#certificate,
      problem:
        this.#trouble ?? this.#attempts?.problem ?? notYetValid(this.#now(), this.#certificate),
      nextTryAt: this.#attempts?.nextTryAt ?? null,
    };
  }

  start(): void {
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#checking;
  }

  check(): Promise<void> {
    this.#checking ??= this.#checkNow().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Reads what is stored, which another server or worker may have written. */
  async refresh(): Promise<void> {
    this.#attempts = await this.#records.read(this.#now());
    if (this.#unstored) return;
    const stored = await this.#storage.readCertificate();
    if (stored && stored.chain !== this.#issued?.chain && isUsable(stored)) this.#adopt(stored);
  }

  readFirst(): Promise<void> {
    return this.#orTrouble(() => this.refresh());
  }

  #checkNow(): Promise<void> {
    return this.#orTrouble(async () => {
      await this.refresh();
      if (this.#options.orders !== false) await this.#orderOrClear();
    });
  }

  /** Files that cannot be read, a database that is away for a moment: the server goes on, and says it once. */
  async #orTrouble(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#trouble = null;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      const trouble = await explainFailure(error, this.#circumstances());
      if (trouble !== this.#trouble) this.#log.warn(trouble);
      this.#trouble = trouble;
    }
  }

  async #orderOrClear(): Promise<void> {
    if (this.#isTryDue()) return this.#tryAlone();
    const attempts = this.#attempts ?? NO_ATTEMPTS;
    const isPast = attempts.nextTryAt === null && !this.#unstored;
    if (attempts.problem === null || !isPast) return;
    // Nothing is due and none will be tried: a clock was set, or another certificate came.
    await this.#records.write({ ...attempts, failures: 0, problem: null });
  }

  /** One of all servers on this database; who comes later finds what the first one obtained. */
  async #tryAlone(): Promise<void> {
    const unlock = await this.#records.lock();
    if (!unlock) return;
    try {
      await this.refresh();
      if (this.#isTryDue()) await this.#try();
      await this.refresh();
    } finally {
      await unlock();
    }
  }

  #circumstances() {
    const { domains, acme } = this.#config.tls;
    return {
      issuer: acme,
      names: domains,
      place: this.#place,
      addressesOf: this.#options.addressesOf ?? resolveAddresses,
    };
  }

  async #try(): Promise<void> {
    await attemptOrder({
      ...this.#circumstances(),
      session: {
        trustedCa: this.#trustedCa,
        signal: this.#stopping.signal,
        now: this.#now,
      },
      storage: this.#storage,
      records: this.#records,
      answers: this.#answers,
      log: this.#log,
      hasHttp: this.#config.tls.httpPort !== null,
      now: this.#now,
      isDue: (now) => this.#isDue(now),
      unstored: this.#unstored,
      onIssued: (issued) => {
        this.#unstored = issued;
        this.#adopt(issued);
      },
      onStored: () => {
        this.#unstored = undefined;
      },
    });
  }

  #adopt(issued: IssuedCertificate): void {
    const certificate = parseCertificate(issued.chain, issued.key);
    this.#issued = issued;
    this.#certificate = certificate;
    for (const listener of this.#listeners) listener(certificate);
  }

  #isTryDue(): boolean {
    const now = this.#now();
    const isWaiting = this.#attempts?.nextTryAt && this.#attempts.nextTryAt > now;
    return !isWaiting && (this.#unstored !== undefined || this.#isDue(now));
  }

  #isDue(now: Date): boolean {
    return now >= this.#dueAt();
  }

  /** At once, unless there is one for our names from this issuer. */
  #dueAt(): Date {
    const { domains, acme } = this.#config.tls;
    const certificate = this.#certificate;
    if (!certificate || this.#issued?.directoryUrl !== acme.directoryUrl) return new Date(0);
    if (!domains.every((name) => certificate.names.includes(name))) return new Date(0);
    return renewalTime(certificate);
  }

  readonly #now = (): Date => this.#options.now?.() ?? new Date();

  #schedule(delayMs: number): void {
    if (this.#stopping.signal.aborted) return;
    const next = () => void this.check().then(() => this.#schedule(this.#pauseMs()));
    this.#timer = setTimeout(next, delayMs).unref();
  }

  /** Until the next thing is due, at most the usual interval. */
  #pauseMs(): number {
    const now = this.#now();
    const dueAt = Math.max(this.#dueAt().getTime(), this.#attempts?.nextTryAt?.getTime() ?? 0);
    const untilDueMs = dueAt - now.getTime();
    if (untilDueMs <= 0) return WAIT_INTERVAL_MS;
    return Math.max(MIN_INTERVAL_MS, Math.min(untilDueMs, CHECK_INTERVAL_MS));
  }
}

/** A damaged one counts as none: the next one replaces it. */
function isUsable({ chain, key }: IssuedCertificate): boolean {
  try {
    return belongsTo(chain, key);
  } catch {
    return false;
  }
}
