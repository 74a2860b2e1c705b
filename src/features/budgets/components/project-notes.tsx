import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import type { BudgetVersion } from '@/features/budgets/api/queries';
import type { BudgetFigures } from '@/features/budgets/budget-rows';
import { VersionsDialog } from '@/features/budgets/components/versions-dialog';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface ProjectNotesProps {
  lines: readonly BudgetFigures[];
  versions: readonly BudgetVersion[];
}

/** What one must know to read the figures: the version that counts, a draft, hours without a rate. */
export function ProjectNotes({ lines, versions }: ProjectNotesProps) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const current = versions.find(({ status }) => status === 'approved');
  const draft = versions.find(({ status }) => status === 'draft');
  const [shown, setShown] = useState(false);
  const unpriced = lines.reduce((sum, line) => sum + (line.unpriced_hours ?? 0), 0);
  return (
    <div className="mb-4 flex flex-col gap-3 empty:hidden">
      {current && (
        <p className="text-muted text-sm">
          {t('versionCounts', {
            version: current.version,
            name: current.name || t('unnamed'),
            date: current.approved_at ? format.dateOfInstant(current.approved_at) : '–',
          })}{' '}
          {versions.length > 1 && (
            <Button variant="link" size="inline" onClick={() => setShown(true)}>
              {t('versions.open')}
            </Button>
          )}
        </p>
      )}
      {shown && <VersionsDialog versions={versions} onClose={() => setShown(false)} />}
      {draft && <Notice tone="attention">{t('draftWaits', { version: draft.version })}</Notice>}
      {unpriced > 0 && (
        <Notice tone="attention">{t('unpriced', { hours: format.number(unpriced, 1) })}</Notice>
      )}
    </div>
  );
}
