import type { Language } from './languages.ts';

type Unit = 'minute' | 'hour' | 'day';

/** One, and more than one. */
const UNIT_NAMES: Readonly<Record<Language, Readonly<Record<Unit, readonly [string, string]>>>> = {
  en: { minute: ['one minute', 'minutes'], hour: ['one hour', 'hours'], day: ['one day', 'days'] },
  es: { minute: ['un minuto', 'minutos'], hour: ['una hora', 'horas'], day: ['un día', 'días'] },
};
const AND: Readonly<Record<Language, string>> = { en: 'and', es: 'y' };
const SECONDS: readonly [Unit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `5400` → `one hour and 30 minutes`. Never more than it is: seconds are left out. */
export function durationText(seconds: number, language: Language): string {
  const parts: string[] = [];
  let left = Math.max(seconds, 60);
  for (const [unit, length] of SECONDS) {
    const count = Math.floor(left / length);
    left -= count * length;
    const [one, many] = UNIT_NAMES[language][unit];
    if (count > 0) parts.push(count === 1 ? one : `${count} ${many}`);
  }
  return parts.slice(0, 2).join(` ${AND[language]} `);
}
