import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [60, 'one minute', 'un minuto'],
  [600, '10 minutes', '10 minutos'],
  [3600, 'one hour', 'una hora'],
  [5400, 'one hour and 30 minutes', 'una hora y 30 minutos'],
  [86_400, 'one day', 'un día'],
  [7 * 86_400, '7 days', '7 días'],
  [90_061, 'one day and one hour', 'un día y una hora'],
  [119, 'one minute', 'un minuto'],
])('%d seconds are said as %s', (seconds, english, spanish) => {
  expect(durationText(seconds, 'en')).toBe(english);
  expect(durationText(seconds, 'es')).toBe(spanish);
});
