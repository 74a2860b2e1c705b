/**
 * ACCOUNTING_GATEWAY stands between this server and the systems of companies: what would go to
 * `https://HOST/PATH` goes to `GATEWAY/HOST/PATH`. Nothing: directly.
 */
export function behindGateway(gateway: string | undefined, address: string): string {
  if (gateway === undefined) return address;
  return `${gateway.replace(/\/$/, '')}/${address.replace(/^https:\/\//, '')}`;
}
