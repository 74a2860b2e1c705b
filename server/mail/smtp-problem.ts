/** Kinds of failure that someone can do something about; each has a text in the web app. */
export type SmtpProblem =
  | 'unreachable'
  | 'unknownHost'
  | 'timeout'
  | 'certificate'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'refused'
  | 'other';

const PATTERNS: readonly [pattern: RegExp, problem: SmtpProblem][] = [
  [/ENOTFOUND|EAI_AGAIN|EDNS|getaddrinfo/i, 'unknownHost'],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ECONNRESET|Connection closed/i, 'unreachable'],
  [/ETIMEDOUT|timed? ?out|Greeting never received/i, 'timeout'],
  [/certificate|self-signed|ETLS|wrong version number|SSL routines|altnames/i, 'certificate'],
  [/EAUTH|Invalid login|Missing credentials|\b53[0458]\b/i, 'login'],
  [/MAIL FROM|Sender address|sender (address )?rejected|\b5\.7\.60\b/i, 'sender'],
  [/RCPT TO|recipients? (were|was) rejected|recipient address rejected|user unknown/i, 'recipient'],
  [/\b[45]\d\d\b/, 'refused'],
];

/** Told by nodemailer's code and message, which hold the server's answer. */
export function smtpProblemOf(error: unknown): SmtpProblem {
  const text =
    error instanceof Error
      ? `${(error as { code?: unknown }).code ?? ''} ${error.message}`
      : String(error);
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}
