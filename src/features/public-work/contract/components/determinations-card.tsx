import { ClipboardPaste, Plus, ScrollText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import type { Contract, Determination } from '@/features/public-work/contract/api/queries';
import { DeterminationRow } from '@/features/public-work/contract/components/determination-row';
import { inOrder } from '@/features/public-work/contract/determination-state';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const DeterminationDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/contract/components/determination-dialog'))
    .DeterminationDialog,
}));

const PasteDialog = lateDialog(() =>
  withTexts(
    import('@/features/public-work/determinations/paste-dialog').then(
      (file) => file.PasteDetermination,
    ),
    'determinations',
  ),
);

interface DeterminationsCardProps {
  projectId: string;
  contract: Contract;
  determinations: readonly Determination[];
}

/** What the contract requires by class, from which day on. */
export function DeterminationsCard(props: DeterminationsCardProps) {
  const { projectId, contract, determinations } = props;
  const { t } = useTranslation('public-contract');
  const today = useToday(useFormat().preferences.timeZone);
  const [opened, setOpened] = useState<'new' | 'paste' | null>(null);
  const close = () => setOpened(null);
  const actions = (
    <>
      <Button size="small" onClick={() => setOpened('new')}>
        <Plus aria-hidden="true" />
        {t('determinations.add')}
      </Button>
      <Button size="small" variant="primary" onClick={() => setOpened('paste')}>
        <ClipboardPaste aria-hidden="true" />
        {t('determinations.paste')}
      </Button>
    </>
  );
  return (
    <Card id="determinations">
      {determinations.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title={t('determinations.empty')}
          text={t('determinations.emptyText')}
          action={actions}
        />
      ) : (
        <>
          <CardHeader
            divided
            title={t('determinations.title')}
            action={
              <div className="flex flex-wrap justify-end gap-2" data-print="hide">
                {actions}
              </div>
            }
          />
          <ul className="divide-y">
            {inOrder(determinations, today).map((determination) => (
              <DeterminationRow
                key={determination.id}
                {...{ projectId, contract, determination, determinations, today }}
              />
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {opened === 'new' && (
          <DeterminationDialog
            {...{ projectId, contract, determinations }}
            determination={null}
            onClose={close}
          />
        )}
        {opened === 'paste' && <PasteDialog projectId={projectId} onClose={close} />}
      </Suspense>
    </Card>
  );
}
