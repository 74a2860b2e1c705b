import type { MailText } from '../mail-text.ts';

export type AuthMailName =
  | 'auth_signup'
  | 'auth_account_exists'
  | 'auth_recovery'
  | 'auth_magiclink'
  | 'auth_invite'
  | 'auth_email_change_current'
  | 'auth_email_change_new'
  | 'auth_reauthentication'
  | 'auth_password_changed'
  | 'auth_recovery_code_used'
  /** No mail of an account: what an owner sends to themselves to see whether mail works. */
  | 'system_test';

export type AuthMailTexts = Readonly<Record<AuthMailName, MailText>>;
