import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BareForm } from '@/components/form/form';
import { ErrorState } from '@/components/shared/error-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
} from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { entryQuery, type StoredEntry } from '@/features/time-tracker/api/queries';
import { EntryFields } from '@/features/time-tracker/entry-form/entry-fields';
import {
  type EntryFormValues,
  emptyForm,
  formOf,
} from '@/features/time-tracker/entry-form/entry-form';
import { EntryHistory } from '@/features/time-tracker/entry-form/entry-history';
import { EntryOrigin } from '@/features/time-tracker/entry-form/entry-origin';
import { LateTime } from '@/features/time-tracker/entry-form/late-time';
import { OverlapNotice } from '@/features/time-tracker/entry-form/overlap-notice';
import { otherEntryOf } from '@/features/time-tracker/entry-form/refusals';
import { useEntryForm } from '@/features/time-tracker/entry-form/use-entry-form';
import { errorText, toAppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

export interface EntryDialogProps {
  /** Null adds a new entry. */
  entryId: string | null;
  onClose: () => void;
  onOpenEntry: (entryId: string) => void;
}

interface FormProps extends EntryDialogProps {
  stored: StoredEntry | null;
  defaults: EntryFormValues;
}

function EntryFormBody({ stored, defaults, onClose, onOpenEntry }: FormProps) {
  const frozen = stored?.frozen ?? null;
  const action = stored ? 'edit' : 'add';
  const me = useEmployee()?.id;
  const isOwn = !stored || stored.employee_id === me;
  const refused = useOwnTimeRight(action) === 'not_allowed' && isOwn;
  const [correcting, setCorrecting] = useState(false);
  const readOnly = (frozen !== null && !correcting) || refused;
  const { t } = useTranslation(['time-tracker', 'common']);
  const form = useEntryForm(defaults, stored, onClose);
  const { late } = form;
  const refusal = form.failure ? toAppError(form.failure) : null;
  const other = refusal && otherEntryOf(refusal);
  const mayCorrect = frozen === 'locked' && form.mayEnterLate && !refused;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The date is there already; what is missing is the time. Phones are spared the keyboard.
    if (window.matchMedia('(pointer: coarse)').matches) return;
    box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return (
    <BareForm form={form} className="flex min-h-0 flex-1 flex-col">
      <DialogBody ref={box}>
        {frozen && (
          <Notice
            tone="attention"
            className="mb-4"
            action={
              mayCorrect &&
              !correcting && (
                <Button size="small" onClick={() => setCorrecting(true)}>
                  {t('late.correct')}
                </Button>
              )
            }
          >
            {mayCorrect
              ? t('late.locked')
              : t(frozen === 'locked' ? 'form.frozenLocked' : 'form.frozenApproved')}
          </Notice>
        )}
        {!frozen && refused && (
          <Notice tone="attention" className="mb-4">
            {t(`form.${action}NotAllowed`)}
          </Notice>
        )}
        <EntryFields form={form} isNew={stored === null} disabled={readOnly} />
        {late && <LateTime input={late} />}
        {other && (
          <div className="mt-4">
            <OverlapNotice
              other={other}
              running={refusal.code === 'already_running'}
              onOpen={onOpenEntry}
            />
          </div>
        )}
        {refusal && !other && (
          <Notice tone="danger" className="mt-4">
            {errorText(refusal)}
          </Notice>
        )}
        {stored && <EntryOrigin entry={stored} />}
        {stored && <EntryHistory entryId={stored.id} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button>{readOnly ? t('common:action.close') : t('common:action.cancel')}</Button>
        </DialogClose>
        {!readOnly && (
          <Button type="submit" variant="primary" busy={form.busy}>
            {late ? t('late.enter') : t(correcting ? 'late.show' : 'common:action.save')}
          </Button>
        )}
      </DialogFooter>
    </BareForm>
  );
}

function NewEntry(props: EntryDialogProps) {
  const employee = useEmployee();
  const { today } = useCalendar();
  const { projectId } = useCurrentProject();
  return (
    <EntryFormBody
      {...props}
      stored={null}
      defaults={emptyForm(employee?.id ?? null, today, projectId)}
    />
  );
}

function LoadingEntry() {
  return (
    <DialogBody className="grid gap-4 pb-6">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-24" />
    </DialogBody>
  );
}

/** Add or edit one entry. What was typed stays until it is saved or thrown away on purpose. */
export function EntryDialog(props: EntryDialogProps) {
  const { t } = useTranslation('time-tracker');
  const clockOf = useSiteClocks();
  const { isPending: projectsPending } = useProjectOptions();
  const { entryId, onClose } = props;
  const companyId = useViewer().company?.id ?? '';
  const { data, error, refetch } = useQuery({
    ...entryQuery(companyId, entryId ?? ''),
    enabled: entryId !== null,
  });
  const title = data?.frozen ? 'form.viewTitle' : entryId ? 'form.editTitle' : 'form.addTitle';

  const body = () => {
    if (!entryId) return <NewEntry {...props} />;
    // Its times are read in the zone of its project.
    if (data && !projectsPending)
      return (
        <EntryFormBody
          {...props}
          stored={data}
          defaults={formOf(data, clockOf(data.project_id).timeZone)}
        />
      );
    if (!error) return <LoadingEntry />;
    return (
      <DialogBody>
        <ErrorState title={t('form.gone')} error={error} onRetry={() => void refetch()} />
      </DialogBody>
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(title)}
        width="medium"
        // A tap beside the dialog must not throw away what was typed.
        onInteractOutside={(event) => event.preventDefault()}
      >
        {body()}
      </DialogContent>
    </Dialog>
  );
}
