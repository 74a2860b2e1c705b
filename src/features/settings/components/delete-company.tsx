import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { useDeleteCompany } from '@/features/settings/api/company';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** For a company founded by mistake; the database refuses one in which anything happened. */
export function DeleteCompany({ name }: { name: string }) {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState(false);
  const remove = useDeleteCompany();
  return (
    <SettingsCard title={t('company.delete.title')} text={t('company.delete.text')}>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('company.delete.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('company.delete.question', { name })}
        description={t('company.delete.effect')}
        confirmLabel={t('company.delete.action')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        {remove.error && (
          <Notice tone="danger" className="mt-4">
            {errorText(remove.error)}
          </Notice>
        )}
      </ConfirmDialog>
    </SettingsCard>
  );
}
