export const MINIMUM_PASSWORD_LENGTH = 8;

export type PasswordProblem = 'length' | 'match';

/** A mismatch is reported first: it makes the length moot. */
export function passwordProblem(password: string, confirmation: string): PasswordProblem | null {
  if (password !== confirmation) return 'match';
  return password.length < MINIMUM_PASSWORD_LENGTH ? 'length' : null;
}

export type RegisterField = 'firstName' | 'lastName' | 'email' | 'password' | 'confirmation';
export type RegisterValues = Record<RegisterField, string>;

type Beside = RegisterField | PasswordProblem | 'address';

export interface RegisterProblem {
  /** The message above the form. */
  form: 'all' | 'email' | PasswordProblem;
  /** What stands beside each field that is wrong, in order; the first takes focus. */
  beside: Partial<Record<RegisterField, Beside>>;
}

export const FIELDS: RegisterField[] = [
  'firstName',
  'lastName',
  'email',
  'password',
  'confirmation',
];
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Everything at once, so that nobody corrects one field after the other. */
export function registerProblem(values: RegisterValues): RegisterProblem | null {
  const { email, password, confirmation } = values;
  const missing = FIELDS.filter((field) => values[field].trim() === '');
  const isWrongAddress = email.trim() !== '' && !EMAIL.test(email.trim());
  const isShort = password !== '' && password.length < MINIMUM_PASSWORD_LENGTH;
  const isOther = confirmation !== '' && password !== confirmation;
  const beside: Partial<Record<RegisterField, Beside>> = {
    ...Object.fromEntries(missing.map((field) => [field, field])),
    ...(isWrongAddress && { email: 'address' as const }),
    ...(isShort && { password: 'length' as const }),
    ...(isOther && { confirmation: 'match' as const }),
  };
  if (missing.length > 0) return { form: 'all', beside };
  if (isWrongAddress) return { form: 'email', beside };
  const problem = passwordProblem(password, confirmation);
  return problem && { form: problem, beside };
}
