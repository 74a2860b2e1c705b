import { useState } from 'react';
import type { Report } from '@/features/field-reports/api/queries';
import { useSaveReport } from '@/features/field-reports/api/write-report';
import type { Content } from '@/features/field-reports/content';

/**
 * What the report says, with what was typed here on top of it: a part someone else saves meanwhile
 * appears, a part one is writing stays until it is saved.
 */
export function useDraftContent(report: Report) {
  const [typed, setTyped] = useState<Content>({});
  const save = useSaveReport(report.id);
  const content: Content = { ...report.content, ...typed };
  const type = (changes: Content) => setTyped((before) => ({ ...before, ...changes }));
  const commit = (changes: Content) => {
    type(changes);
    const same = Object.entries(changes).every(
      ([part, value]) =>
        JSON.stringify(value) === JSON.stringify(report.content[part as keyof Content] ?? ''),
    );
    if (!same) save.mutate(changes);
  };
  return { content, type, commit, save };
}
