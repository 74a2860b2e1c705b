import type { SignedRoot } from './packet-format.ts';

/** As `private.mail_ledger_root` writes it. */
export interface LedgerRootRequest {
  renderer: 'ledger_root';
  name: string;
  root: SignedRoot;
}

/** A signed end of the history as a file of its own. */
export const ledgerRootFile = ({ signed_text, signature, key_id }: SignedRoot): string =>
  `${JSON.stringify({ signed_text, signature, key_id }, null, 2)}\n`;

export const ledgerRootAttachment = ({ name, root }: LedgerRootRequest) => ({
  name,
  type: 'application/json',
  content: new TextEncoder().encode(ledgerRootFile(root)),
});
