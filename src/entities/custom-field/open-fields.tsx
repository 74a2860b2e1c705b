import { CircleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { useOpenFields } from '@/entities/custom-field/use-open-fields';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { loadNamespaces } from '@/lib/i18n';
import { useTranslation } from '@/lib/use-translation';

const FieldsStep = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/entities/custom-field/fields-step'),
    loadNamespaces(['custom-fields', 'verification']),
  ]);
  return module;
});

/** What the company still wants to know about the clock that runs, also of one a foreman started. */
export function OpenFields() {
  const { t } = useTranslation('my-status');
  const running = useRunningEntry();
  const fields = useOpenFields();
  const [open, setOpen] = useState(false);
  if (!running || fields.length === 0) return null;
  return (
    <>
      <Button block className="justify-start" onClick={() => setOpen(true)}>
        <CircleAlert aria-hidden="true" className="text-attention-strong" />
        {t('openFields', { count: fields.length })}
      </Button>
      {open && (
        <Suspense>
          <FieldsStep entryId={running.id} fields={fields} onDone={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
