/** A time of day without a date, as minutes after midnight. */
export type MinuteOfDay = number;

const PATTERN = /^(\d{1,2})(?::?(\d{2}))?([ap])?$/;

function simplify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s\u202f]/g, '')
    .replace(/([ap])\.?m?\.?$/, '$1')
    .replace(/[.h]/, ':')
    .replace(/:$/, '');
}

/**
 * Reads `7`, `7a`, `7:15`, `715`, `7.15 p.m.`, `19:15`, `12a`; null when it is not a time.
 * Without am/pm the digits are taken as written (`7` is 7 AM, `19` is 7 PM), except that a time
 * not after `notBefore` moves to the afternoon when that makes it later: an end of `3:30` after a
 * start of 7:00 is 3:30 PM.
 */
export function parseLooseTime(text: string, notBefore?: MinuteOfDay): MinuteOfDay | null {
  const match = PATTERN.exec(simplify(text));
  if (!match) return null;
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  const half = match[3];
  if (minutes > 59 || hours > (half ? 12 : 23) || (half && hours === 0)) return null;
  if (half) return (hours % 12) * 60 + minutes + (half === 'p' ? 720 : 0);
  const asWritten = hours * 60 + minutes;
  const canBeAfternoon = notBefore !== undefined && hours >= 1 && hours <= 11;
  return canBeAfternoon && asWritten <= notBefore && asWritten + 720 > notBefore
    ? asWritten + 720
    : asWritten;
}
