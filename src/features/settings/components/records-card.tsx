import { Download } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { type AuditProof, useCheckHistory } from '@/features/settings/api/records';
import { errorText } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Checks that nobody changed the recorded history, and says so in words and in a file. */
export function RecordsCard() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { mutate: check, data: proof, error, isPending } = useCheckHistory();
  const resultOf = ({ events, broken_at, waiting }: AuditProof): string => {
    if (events === 0) return t('records.none');
    if (broken_at) return t('records.broken', { when: format.dateTime(broken_at) });
    const whole = t('records.whole', { count: events, events: format.number(events, 0) });
    return waiting > 0 ? `${whole} ${t('records.waiting', { count: waiting })}` : whole;
  };
  const isBroken = Boolean(proof?.broken_id);
  const download = (): void => {
    if (!proof) return;
    const file = { result: isBroken ? 'broken' : 'whole', method: t('records.method'), ...proof };
    const name = `history-check-${proof.checked_at.slice(0, 10)}.json`;
    downloadFile(name, 'application/json', `${JSON.stringify(file, null, 2)}\n`);
  };
  return (
    <SettingsCard title={t('records.title')} text={t('records.text')}>
      <div className="flex flex-col items-start gap-4">
        {proof && (
          <Notice
            tone={isBroken ? 'danger' : 'success'}
            title={t(isBroken ? 'records.brokenTitle' : 'records.wholeTitle')}
          >
            {proof.broken_id && !proof.broken_at ? t('records.missing') : resultOf(proof)}
          </Notice>
        )}
        {error && <Notice tone="danger">{errorText(error)}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button busy={isPending} onClick={() => check()}>
            {isPending ? t('records.checking') : t('records.check')}
          </Button>
          {proof && (
            <Button onClick={download}>
              <Download aria-hidden="true" />
              {t('records.download')}
            </Button>
          )}
          <Button asChild>
            <a href="/verify.html" target="_blank" rel="noreferrer">
              {t('records.verify')}
            </a>
          </Button>
        </div>
      </div>
    </SettingsCard>
  );
}
