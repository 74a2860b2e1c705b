import { AppError, knownErrorText } from '@/lib/errors';
import { hasText, text, translate } from '@/lib/translation';

/** One fault: `text.…` are problems of the file's own text, after a colon stands the column. */
function faultText(fault: string): string {
  if (fault.startsWith('text.')) return translate(`imports:problem.${fault.slice(5)}`);
  const [code = '', column] = fault.split(':');
  const wrong = knownErrorText(new AppError(code)) ?? text('errors:import_value_wrong');
  const key = `imports:column.${column}`;
  return column && hasText(key) ? `${translate(key)}: ${wrong}` : wrong;
}

/** The faults of a row, as the database names them. */
export const faultsOf = (message: string | null): string[] => message?.split(',') ?? [];

/** Everything that is wrong with a row. */
export function messageText(message: string | null): string {
  return [...new Set(faultsOf(message).map(faultText))].join(' ');
}
