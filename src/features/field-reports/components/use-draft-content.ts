import { useState } from 'react';
import type { Report } from '@/features/field-reports/api/queries';
import { useSaveReport } from '@/features/field-reports/api/write-report';
import type { Content } from '@/features/field-reports/content';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

type Part = keyof Content;

/** What was typed into a part, and what it said when writing began. */
interface Edit {
  value: unknown;
  seen: unknown;
}
type Edits = Partial<Record<Part, Edit>>;

const partsOf = (changes: object): Part[] => Object.keys(changes) as Part[];

/** As the database writes JSON: the order of keys means nothing. */
const sorted = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => a.localeCompare(b)))
      : inner,
  );

/** Saved: the part is as it is stored. What was typed meanwhile goes on from what was sent. */
function afterSaving(edits: Edits, changes: Content): Edits {
  return Object.fromEntries(
    Object.entries(edits).flatMap(([part, edit]) => {
      if (!(part in changes)) return [[part, edit]];
      const sent = changes[part as Part];
      return edit.value === sent ? [] : [[part, { ...edit, seen: sent }]];
    }),
  );
}

/** On this device and sent in order: it stays on the screen, and what is typed next goes on from it. */
function waitingToBeSent(edits: Edits, changes: Content): Edits {
  return Object.fromEntries(
    Object.entries(edits).map(([part, edit]) =>
      part in changes ? [part, { ...edit, seen: changes[part as Part] }] : [part, edit],
    ),
  );
}

/**
 * What the report says, with what was typed here on top of it: a part someone else saves meanwhile
 * appears, a part one is writing stays until it is saved. It is saved with how it was when writing
 * began, so that of a part two people write at once the words of both are kept.
 */
export function useDraftContent(report: Report) {
  const { t } = useTranslation('field-reports');
  const [edits, setEdits] = useState<Edits>({});
  const save = useSaveReport(report.id);
  const typed = Object.fromEntries(partsOf(edits).map((part) => [part, edits[part]?.value]));
  const content: Content = { ...report.content, ...typed };
  const seenOf = (part: Part) => edits[part]?.seen ?? report.content[part] ?? null;
  const type = (changes: Content) =>
    setEdits((before) => ({
      ...before,
      ...Object.fromEntries(
        partsOf(changes).map((part) => [
          part,
          { value: changes[part], seen: before[part]?.seen ?? report.content[part] ?? null },
        ]),
      ),
    }));
  const store = async (changes: Content): Promise<void> => {
    const seen = Object.fromEntries(partsOf(changes).map((part) => [part, seenOf(part)]));
    const saved = await save.mutateAsync({ changes, seen });
    if (!saved) {
      setEdits((now) => waitingToBeSent(now, changes));
      return;
    }
    if (partsOf(changes).some((part) => sorted(saved.content[part]) !== sorted(changes[part]))) {
      toast.info(t('bothKept.title'), { description: t('bothKept.text') });
    }
    setEdits((now) => afterSaving(now, changes));
  };
  const commit = (changes: Content) => {
    type(changes);
    const same = partsOf(changes).every(
      (part) => sorted(changes[part]) === sorted(report.content[part] ?? ''),
    );
    // A failure is told where every failure is; what was typed stays.
    if (!same) store(changes).catch(() => undefined);
  };
  return { content, type, commit, save };
}
