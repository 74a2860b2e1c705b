import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { sharesQuery } from '@/features/photos/api/queries';
import { useCreateShare, useRevokeShare } from '@/features/photos/api/shares';
import { copyText } from '@/lib/copy-text';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

const DAYS = ['1', '7', '30', '365'] as const;
const DAY_MILLISECONDS = 86_400_000;

function Shares() {
  const { t } = useTranslation('photos');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const shares = useQuery(sharesQuery(companyId));
  const revoke = useRevokeShare();
  const open = (shares.data ?? []).filter(
    ({ revoked_at, expires_at }) => !revoked_at && Date.parse(expires_at) > serverNow(),
  );
  return (
    <Loaded query={shares} skeleton={<ListSkeleton rows={1} />}>
      {open.length > 0 && (
        <section>
          <h3 className="mb-1 font-[620] text-sm">{t('share.open')}</h3>
          <ul className="divide-y rounded-card border">
            {open.map((share) => (
              <li key={share.id} className="flex items-center gap-3 px-3 py-2 text-sm">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-[550]">
                    {share.title || t('photoCount', { count: share.photo_ids.length })}
                  </p>
                  <p className="text-muted">
                    {t('share.until', { date: format.dateTime(share.expires_at) })} ·{' '}
                    {t('share.views', { count: share.views })}
                  </p>
                </div>
                <Button
                  size="small"
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(share.id)}
                >
                  {t('share.revoke')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}

/** A link anyone can open, without an account, until it ends. */
export default function ShareDialog({
  ids,
  onClose,
}: {
  ids: readonly string[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['photos', 'common']);
  const [title, setTitle] = useState('');
  const [days, setDays] = useState<(typeof DAYS)[number]>('30');
  const create = useCreateShare();
  const submit = () =>
    create.mutate({
      ids: [...ids],
      title,
      expiresAt: new Date(serverNow() + Number(days) * DAY_MILLISECONDS - 60_000).toISOString(),
    });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('share.title')} description={t('share.text')}>
        <DialogBody className="grid content-start gap-4">
          {create.error && <Notice tone="danger">{errorText(create.error)}</Notice>}
          {create.data ? (
            <Field label={t('share.address')} hint={t('share.once')}>
              <Input readOnly value={create.data} onFocus={(event) => event.target.select()} />
            </Field>
          ) : (
            <>
              <Field label={t('share.name')} optional>
                <Input
                  value={title}
                  maxLength={200}
                  onChange={(event) => setTitle(event.target.value)}
                />
              </Field>
              <Field label={t('share.ends')}>
                <Select
                  value={days}
                  onValueChange={setDays}
                  options={DAYS.map((value) => ({ value, label: t(`share.days.${value}`) }))}
                />
              </Field>
            </>
          )}
          <Shares />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          {create.data ? (
            <Button variant="primary" onClick={() => void copyText(create.data, t('copied'))}>
              {t('copy')}
            </Button>
          ) : (
            <Button variant="primary" busy={create.isPending} onClick={submit}>
              {t('share.create', { count: ids.length })}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
