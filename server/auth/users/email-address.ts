import { validationFailed } from '../auth-error.ts';

const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Lower case, as it is stored; refuses what is no address with GoTrue's words. */
export function normalizeEmail(value: string, status = 400): string {
  if (value === '') throw validationFailed('An email address is required', status);
  if (!isEmailAddress(value)) {
    throw validationFailed('Unable to validate email address: invalid format', status);
  }
  return value.toLowerCase();
}

/** The strict form: nothing here could end a mail header or reach a second mailbox. */
export function isEmailAddress(value: string): boolean {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  const labels = value.slice(at + 1).split('.');
  return (
    value.length <= 254 &&
    at >= 1 &&
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label))
  );
}
