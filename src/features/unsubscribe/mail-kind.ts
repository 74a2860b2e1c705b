const KINDS = [
  'project_updates',
  'time_reminders',
  'team_activity',
  'email_digests',
  'daily_digest',
  'report',
  'ledger_root',
] as const;
export type MailKind = (typeof KINDS)[number];

/** Which mails a link is about, as it says itself; whether it is genuine only the server knows. */
export function mailKindOf(token: string): MailKind | undefined {
  const named = token.split('.')[1];
  return KINDS.find((kind) => kind === named);
}
