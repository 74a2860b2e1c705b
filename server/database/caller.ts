/** Who a request acts as: the PostgreSQL role and the verified token claims that policies read. */
export interface Caller {
  readonly role: string;
  /** The claims as JSON text, exactly as `request.jwt.claims` will hold them. */
  readonly claims: string;
  /** Of an API token: each transaction asks whether it still is one. */
  readonly tokenId?: string;
}
