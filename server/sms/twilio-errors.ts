import type { TextError } from './gateway.ts';

/** https://www.twilio.com/docs/api/errors: what is known of the number or the person; others are refusals. */
const ERRORS: Readonly<Record<string, TextError>> = {
  21211: 'invalid_number',
  21217: 'invalid_number',
  21265: 'invalid_number',
  21421: 'invalid_number',
  21610: 'stopped',
  21612: 'unreachable',
  21614: 'landline',
  // Switched off or out of reach: tomorrow it may answer.
  30003: 'no_answer',
  30004: 'refused',
  30005: 'unreachable',
  30006: 'landline',
  30007: 'refused',
  // Not registered for A2P 10DLC.
  30034: 'refused',
};

export function twilioError(code: string | undefined, otherwise: TextError): TextError {
  return (code !== undefined ? ERRORS[code] : undefined) ?? otherwise;
}
