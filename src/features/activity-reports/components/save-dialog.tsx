import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import type { SavedReport } from '@/features/activity-reports/api/queries';
import { useSaveReport } from '@/features/activity-reports/api/save-report';
import {
  RHYTHMS,
  rhythmOf,
  SENDINGS,
  scheduleFor,
  sendingOf,
} from '@/features/activity-reports/schedule';
import { errorWords } from '@/lib/errors';

export interface SaveDialogProps {
  /** One's own report that is open: saved over under its name. */
  stored: SavedReport | null;
  definition: object;
  onSaved: (id: string) => void;
  onClose: () => void;
}

export function SaveDialog({ stored, definition, onSaved, onClose }: SaveDialogProps) {
  const { t } = useTranslation(['activity-reports', 'common']);
  const shareId = useId();
  const mayShare = useIsPrivileged();
  const save = useSaveReport(useViewer().company?.id ?? '');
  const [opened] = useState(stored);
  const [name, setName] = useState(stored?.name ?? '');
  const [shared, setShared] = useState(stored?.shared ?? false);
  const [rhythm, setRhythm] = useState(rhythmOf(stored?.schedule));
  const [sending, setSending] = useState(sendingOf(stored?.schedule));
  const [tried, setTried] = useState(false);
  const missing = name.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (missing) return;
    save.mutate(
      {
        opened,
        name: name.trim(),
        shared,
        definition,
        schedule: scheduleFor(rhythm, sending, stored?.schedule),
      },
      {
        onSuccess: (id) => {
          onSaved(id);
          onClose();
        },
      },
    );
  };
  const refused = save.error ? errorWords(save.error) : undefined;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('save.title')} width="small">
        <form noValidate onSubmit={submit}>
          <DialogBody className="flex flex-col gap-4">
            <Field
              label={t('save.name')}
              error={tried && missing ? t('save.nameMissing') : refused}
            >
              <Input
                value={name}
                maxLength={100}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <Field label={t('save.mail')} hint={t('save.mailText')}>
              <Select
                value={rhythm}
                onValueChange={setRhythm}
                options={RHYTHMS.map((value) => ({ value, label: t(`save.every.${value}`) }))}
              />
            </Field>
            {rhythm !== 'never' && (
              <Field label={t('save.sending')} hint={t('save.sendingText')}>
                <Select
                  value={sending}
                  onValueChange={setSending}
                  options={SENDINGS.map((value) => ({ value, label: t(`save.send.${value}`) }))}
                />
              </Field>
            )}
            {mayShare && (
              <SwitchRow
                id={shareId}
                label={t('save.share')}
                text={t('save.shareText')}
                checked={shared}
                onChange={setShared}
              />
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" type="button" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button variant="primary" type="submit" busy={save.isPending}>
              {t('common:action.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
