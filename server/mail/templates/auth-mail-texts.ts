/** One mail in one language. `{{…}}` are filled in; the same words make the text and HTML part. */
export interface AuthMailText {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Label of the button that carries the link. */
  readonly button?: string;
  /** Introduces the code, where the mail offers one. */
  readonly code?: string;
  readonly footnotes: readonly string[];
}

export type AuthMailName =
  | 'auth_signup'
  | 'auth_recovery'
  | 'auth_magiclink'
  | 'auth_invite'
  | 'auth_email_change_current'
  | 'auth_email_change_new'
  | 'auth_reauthentication'
  | 'auth_password_changed'
  | 'auth_recovery_code_used';

export type AuthMailTexts = Readonly<Record<AuthMailName, AuthMailText>>;
