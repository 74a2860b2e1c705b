import { validationFailed } from '../auth-error.ts';

/** Digits of an E.164 number without the plus sign, as GoTrue stores it. */
export function normalizePhone(value: string): string {
  const digits = value.replaceAll(' ', '').replace(/^\+/, '');
  if (!/^[1-9]\d{1,14}$/.test(digits)) {
    throw validationFailed('Invalid phone number format (E.164 required)');
  }
  return digits;
}
