/** As an issuer gave it, with the key that only we have. */
export interface IssuedCertificate {
  /** Whose it is: another issuer's is exchanged. */
  readonly directoryUrl: string;
  /** PEM, the server's own certificate first. */
  readonly chain: string;
  /** PEM. */
  readonly key: string;
}

/** Our account with an issuer. */
export interface IssuerAccount {
  readonly url: string;
  /** PEM. */
  readonly key: string;
}

/** Where account and certificate are: files of one server, or the database that several share. */
export interface CertificateStorage {
  readAccount(directoryUrl: string): Promise<IssuerAccount | undefined>;
  writeAccount(directoryUrl: string, account: IssuerAccount): Promise<void>;
  /** That of our names if there is one, else the last one there was. */
  readCertificate(): Promise<IssuedCertificate | undefined>;
  /** Fails while there is no room for a certificate: better before an order than after it. */
  reserve(): Promise<void>;
  /** Complete or not at all. */
  writeCertificate(issued: IssuedCertificate): Promise<void>;
}
