import type { Certificate, CertificateSource, CertificateStatus } from './certificate.ts';
import {
  type CertificateFiles,
  readCertificateFiles,
  versionOfFiles,
} from './certificate-files.ts';

/** Polled instead of watched: no watcher follows a symbolic link that is replaced, as certbot does. */
const POLL_MS = 5_000;

/** A certificate from TLS_CERT and TLS_KEY, read again when they change. */
export class FileSource implements CertificateSource {
  readonly #files: CertificateFiles;
  readonly #warn: (problem: string) => void;
  readonly #listeners = new Set<(certificate: Certificate) => void>();
  readonly #timer: NodeJS.Timeout;
  #version: string;
  #certificate: Certificate;
  #problem: string | null = null;
  #reportedProblem: string | null = null;

  /** Throws what is wrong with the files. */
  constructor(files: CertificateFiles, warn: (problem: string) => void, pollMs = POLL_MS) {
    this.#files = files;
    this.#warn = warn;
    this.#version = versionOfFiles(files);
    this.#certificate = readCertificateFiles(files);
    this.#timer = setInterval(() => this.#poll(), pollMs).unref();
  }

  current(): Certificate {
    return this.#certificate;
  }

  onChange(listener: (certificate: Certificate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  status(): CertificateStatus {
    return {
      mode: 'files',
      certificate: this.#certificate,
      problem: this.#problem ?? this.#expiry(),
      nextTryAt: null,
    };
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  #poll(): void {
    const version = versionOfFiles(this.#files);
    if (version === this.#version && this.#problem === null) return;
    this.#version = version;
    try {
      const certificate = readCertificateFiles(this.#files);
      this.#problem = null;
      this.#reportedProblem = null;
      if (certificate.cert === this.#certificate.cert) return;
      this.#certificate = certificate;
      for (const listener of this.#listeners) listener(certificate);
    } catch (error) {
      this.#reportIfItLasts((error as Error).message);
    }
  }

  /** Between a renewal's two files they do not match: the second time it is no renewal. */
  #reportIfItLasts(problem: string): void {
    if (problem === this.#problem && problem !== this.#reportedProblem) {
      this.#warn(`${problem} Until then the server goes on with the certificate it has.`);
      this.#reportedProblem = problem;
    }
    this.#problem = problem;
  }

  #expiry(): string | null {
    const { notAfter } = this.#certificate;
    if (notAfter.getTime() > Date.now()) return null;
    return `TLS_CERT=${this.#files.certFile} expired on ${notAfter.toISOString().slice(0, 10)}. Renew it: the files are read again when they change.`;
  }
}
