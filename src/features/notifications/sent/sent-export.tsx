import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { allSent, type SentFilter, type SentRow } from '@/features/notifications/api/sent';
import { eventName } from '@/features/notifications/event-texts';
import { useSentTexts } from '@/features/notifications/sent/use-sent-texts';
import { errorText } from '@/lib/errors';
import { csvText } from '@/lib/files/csv';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface SentExportProps {
  filter: SentFilter;
  nameOf: (row: SentRow) => string;
}

/** The list with its filters as a file, also what is not loaded yet. */
export function SentExport({ filter, nameOf }: SentExportProps) {
  const { t } = useTranslation(['notifications', 'common']);
  const format = useFormat();
  const texts = useSentTexts();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const rows = (await allSent(filter)).map((row) => [
        format.dateTime(row.sent_at),
        nameOf(row),
        eventName(row.event),
        texts.channel(row.channel),
        texts.status(row.status),
        texts.result(row),
      ]);
      const head = (['when', 'person', 'event', 'channel', 'status', 'result'] as const).map(
        (name) => t(`sent.${name}`),
      );
      downloadFile('notifications.csv', FILE_TYPES.csv, csvText([head, ...rows]));
    } catch (cause) {
      toast.error(t('common:error.title'), { description: errorText(cause) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {t('sent.csv')}
    </Button>
  );
}
