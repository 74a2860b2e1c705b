import { AuthError, validationFailed } from '../auth-error.ts';
import type { AuthSettings } from '../auth-settings.ts';
import { isCommonPassword } from './common-passwords.ts';

/** As on a hosted project: bcrypt would silently cut there, and accounts must be movable. */
const MAX_PASSWORD_BYTES = 72;

const LETTERS = /\p{L}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const DIGITS = /\p{N}/u;
const SYMBOLS = /[^\p{L}\p{N}\s]/u;
const REQUIREMENTS: Readonly<Record<AuthSettings['passwordRequirements'], readonly RegExp[]>> = {
  '': [],
  letters_digits: [LETTERS, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
};

type StrengthSettings = Pick<
  AuthSettings,
  'minimumPasswordLength' | 'passwordRequirements' | 'refuseCommonPasswords'
>;

/** Throws `weak_password` with every reason at once, so that a form can show them all. */
export function checkPasswordStrength(password: string, settings: StrengthSettings): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw validationFailed(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  }
  const weakness = findWeakness(password, settings);
  if (!weakness) return;
  throw new AuthError(422, 'weak_password', weakness.message, {
    details: { weak_password: { reasons: weakness.reasons } },
  });
}

export function findWeakness(
  password: string,
  settings: StrengthSettings,
): { message: string; reasons: string[] } | undefined {
  const found: [reason: string, message: string][] = [];
  if ([...password].length < settings.minimumPasswordLength) {
    found.push([
      'length',
      `Password should be at least ${settings.minimumPasswordLength} characters.`,
    ]);
  }
  if (!REQUIREMENTS[settings.passwordRequirements].every((set) => set.test(password))) {
    const names = settings.passwordRequirements.replaceAll('_', ', ');
    found.push(['characters', `Password should contain at least one character of each: ${names}.`]);
  }
  if (settings.refuseCommonPasswords && isCommonPassword(password)) {
    found.push([
      'pwned',
      'Password is known to be weak and easy to guess, please choose a different one.',
    ]);
  }
  if (found.length === 0) return undefined;
  return {
    message: found.map(([, message]) => message).join(' '),
    reasons: found.map(([reason]) => reason),
  };
}
