import { Hash } from 'lucide-react';
import { Suspense, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { StarterDialog } from '@/features/lists/components/starter-dialog';
import { definitionOf } from '@/features/lists/definitions';
import { ListWorkspace } from '@/features/lists/list-workspace';
import type { OpenList } from '@/features/lists/use-open-list';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const ListImportDialog = lateDialog(() =>
  withTexts(
    import('@/entities/import/list-import-dialog').then((file) => file.ListImportDialog),
    'imports',
  ),
);

/** The list of cost codes on a screen of its own, with a starter list and an import. */
export function CostCodesScreen() {
  const { t } = useTranslation('cost-codes');
  return (
    <ListWorkspace
      definition={definitionOf('cost_codes')}
      screen={{
        title: t('title'),
        addLabel: t('new'),
        actions: (list) => (list.readOnly ? null : <Sources list={list} />),
        empty: (list) => (
          <EmptyState
            icon={Hash}
            title={t('empty.title')}
            text={t('empty.text')}
            action={!list.readOnly && <Sources list={list} />}
          />
        ),
      }}
    />
  );
}

/** Where many codes come from at once. */
function Sources({ list }: { list: OpenList }) {
  const { t } = useTranslation('cost-codes');
  const [open, setOpen] = useState<'import' | 'starter' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('starter')}>{t('starter.open')}</Button>
      <Button onClick={() => setOpen('import')}>{t('import.open')}</Button>
      <Suspense>
        {open === 'starter' && <StarterDialog list={list} onClose={close} />}
        {open === 'import' && (
          <ListImportDialog
            list="cost_codes"
            title={t('import.title')}
            description={t('import.text')}
            placeholder={'03 30 00\tCast-in-place concrete\tConcrete\tCY'}
            imported={(count) => t('imported', { count })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
