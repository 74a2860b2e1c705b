export const MINIMUM_PASSWORD_LENGTH = 8;

export type PasswordProblem = 'length' | 'match';

/** Both rules of the spec; the mismatch is told first, as it makes the length moot. */
export function passwordProblem(password: string, confirmation: string): PasswordProblem | null {
  if (password !== confirmation) return 'match';
  return password.length < MINIMUM_PASSWORD_LENGTH ? 'length' : null;
}

export type RegisterField = 'firstName' | 'lastName' | 'email' | 'password' | 'confirmation';
export type RegisterValues = Record<RegisterField, string>;

export interface RegisterProblem {
  /** The spec's message for the form. */
  form: 'all' | 'email' | PasswordProblem;
  /** Fields it concerns, in order; the first takes focus. */
  fields: RegisterField[];
}

const FIELDS: RegisterField[] = ['firstName', 'lastName', 'email', 'password', 'confirmation'];
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

export function registerProblem(values: RegisterValues): RegisterProblem | null {
  const missing = FIELDS.filter((field) => values[field].trim() === '');
  if (missing.length > 0) return { form: 'all', fields: missing };
  if (!EMAIL.test(values.email.trim())) return { form: 'email', fields: ['email'] };
  const problem = passwordProblem(values.password, values.confirmation);
  if (!problem) return null;
  return { form: problem, fields: [problem === 'match' ? 'confirmation' : 'password'] };
}
