import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Summary } from '@/features/lists/drafts';
import { type AppError, errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

interface DraftBarProps {
  summary: Summary;
  saving: boolean;
  failure: AppError | null;
  onSave: () => void;
  onDiscard: () => void;
}

/** What is not saved yet: how much is new, changed and wrong. */
export function DraftBar({ summary, saving, failure, onSave, onDiscard }: DraftBarProps) {
  const { t } = useTranslation('lists');
  const { added, changed, wrong, savable } = summary;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-t bg-primary-soft px-4 py-2.5 text-sm"
    >
      <strong className="mr-1 font-[620]">{t('draft.title', { count: added + changed })}</strong>
      {added > 0 && <Badge>{t('draft.added', { count: added })}</Badge>}
      {changed > 0 && <Badge>{t('draft.changed', { count: changed })}</Badge>}
      {wrong > 0 && <Badge tone="danger">{t('draft.wrong', { count: wrong })}</Badge>}
      {failure && <span className="text-danger">{errorText(failure)}</span>}
      <span className="ml-auto flex items-center gap-2">
        <Button size="small" onClick={onDiscard} disabled={saving}>
          {t('draft.discard')}
        </Button>
        <Button
          size="small"
          variant="primary"
          busy={saving}
          disabled={savable === 0}
          onClick={onSave}
        >
          {saving ? t('draft.saving') : t('draft.save', { count: savable })}
        </Button>
      </span>
    </div>
  );
}
