/** A certificate with its key, as a listener uses it. */
export interface Certificate {
  /** PEM, the chain with the server's own first. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Names and addresses it is for; a name may begin with `*.`. */
  readonly names: readonly string[];
  readonly issuer: string;
}

export interface CertificateStatus {
  readonly mode: 'acme' | 'files' | 'lan';
  readonly certificate: Certificate | null;
  /** One English line that says what is wrong and what to do. */
  readonly problem: string | null;
  readonly nextTryAt: Date | null;
}

/** Where a listener gets its certificate from. Every process that listens has one. */
export interface CertificateSource {
  /** Called once the server listens: an issuer asks at once. */
  start?(): void;
  /** Null before the first one: the listener then answers with one it signs itself. */
  current(): Certificate | null;
  /** Returns what ends it. */
  onChange(listener: (certificate: Certificate) => void): () => void;
  /** The token's answer for HTTP-01; null: not ours. */
  httpChallenge?(token: string): Promise<string | null>;
  /** For ALPN `acme-tls/1`: asked when a handshake offers that. */
  alpnCertificate?(name: string): Promise<{ readonly cert: string; readonly key: string } | null>;
  status(): CertificateStatus;
  stop(): Promise<void>;
}
