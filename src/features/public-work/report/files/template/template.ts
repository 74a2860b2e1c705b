import { expressionFault } from '@/entities/file-template/evaluate';
import { fieldsIn, parseExpression } from '@/entities/file-template/expression';
import {
  type FileTemplate,
  readColumnTemplate,
  type TemplateReading,
} from '@/entities/file-template/template';
import { FIELD_NAMES, FIELDS } from '@/features/public-work/report/files/template/fields';

/** A template of a certified payroll; one for lines of pay is none. */
export function readTemplate(json: unknown): TemplateReading {
  const reading = readColumnTemplate(json, FIELD_NAMES);
  return reading.template?.rows === 'line' ? { template: null, fault: { place: 'rows' } } : reading;
}

export function readTemplateFile(content: string): TemplateReading {
  try {
    return readTemplate(JSON.parse(content));
  } catch {
    return { template: null, fault: { place: '' } };
  }
}

/** Whether it has a field of the list that is opened in the browser. */
export const needsWorkers = ({ columns }: FileTemplate): boolean =>
  columns.some(({ value }) => {
    if (expressionFault(value, FIELD_NAMES)) return false;
    return fieldsIn(parseExpression(value)).some((name) => FIELDS[name]?.group === 'list');
  });
