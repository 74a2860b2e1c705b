import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { ledgerRootFile } from '@/entities/evidence/ledger-root-file';
import {
  fingerprintQuery,
  type LedgerState,
  ledgerQuery,
  type NewestRoot,
  useCheckLedger,
  useCompareRoot,
  useSignHistory,
} from '@/features/settings/api/ledger';
import { LedgerRecipients } from '@/features/settings/components/ledger-recipients';
import { errorText } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Signed ends of the history: the newest, what the last check found, and who receives them. */
export function LedgerCard({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation('ledger');
  const state = useQuery(ledgerQuery);
  return (
    <SettingsCard title={t('title')} text={t('text')}>
      <Loaded query={state} skeleton={<ListSkeleton rows={3} />}>
        {(ledger) => <Ledger ledger={ledger} />}
      </Loaded>
      {isOwner && <LedgerRecipients />}
    </SettingsCard>
  );
}

function Ledger({ ledger: { newest, problem, checked_at } }: { ledger: LedgerState }) {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const check = useCheckLedger();
  const sign = useSignHistory();
  const found = problem?.event_at ?? problem?.root_at;
  return (
    <div className="flex flex-col items-start gap-4">
      {problem && (
        <Notice tone="danger" title={t('problemTitle')}>
          {t(`problem.${problem.kind}`)}
          {found &&
            ` ${t(problem.kind === 'row_changed' ? 'rowAt' : 'problemAt', { when: format.dateTime(found) })}`}
        </Notice>
      )}
      {checked_at && !problem && (
        <Notice tone="success">{t('fits', { when: format.dateTime(checked_at) })}</Notice>
      )}
      {newest ? <Newest root={newest} /> : <p className="text-muted text-sm">{t('none')}</p>}
      <div className="flex flex-wrap gap-2">
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {t('check')}
        </Button>
        <Button busy={sign.isPending} onClick={() => sign.mutate()}>
          {t('signNow')}
        </Button>
        {newest?.signature && <DownloadRoot root={newest} />}
        <CompareRoot />
      </div>
    </div>
  );
}

function Newest({ root }: { root: NewestRoot }) {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const { data: fingerprint } = useQuery(fingerprintQuery(root.key_id));
  // What is signed is in English, whoever reads it.
  const [backup] = (root.reason === 'restored' && root.note?.match(/\S+Z$/)) || [];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      <dt className="text-muted">{t('newest')}</dt>
      <dd>
        {t('upTo', {
          when: format.dateTime(root.created_at),
          events: format.number(root.last_position, 0),
        })}
      </dd>
      {root.note && (
        <>
          <dt className="text-muted">{t('note')}</dt>
          <dd>
            {backup
              ? t('restored', { date: format.dateOfInstant(backup), time: format.time(backup) })
              : root.note}
          </dd>
        </>
      )}
      <dt className="text-muted">{t('key')}</dt>
      <dd>
        {root.key_id ?? t('unsigned')}
        {fingerprint && <span className="block font-mono text-muted">{fingerprint}</span>}
      </dd>
    </dl>
  );
}

function DownloadRoot({ root }: { root: NewestRoot }) {
  const { t } = useTranslation('ledger');
  const save = (): void => {
    const { signed_text, signature, key_id, created_at, last_position } = root;
    if (!signature || !key_id) return;
    const name = `history-${created_at.slice(0, 10)}-${last_position}.json`;
    downloadFile(name, 'application/json', ledgerRootFile({ signed_text, signature, key_id }));
  };
  return (
    <Button onClick={save}>
      <Download aria-hidden="true" />
      {t('download')}
    </Button>
  );
}

/** What was mailed or stored elsewhere, against the history as it is now. */
function CompareRoot() {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const { mutate, data, error, isPending } = useCompareRoot();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    if (file) mutate(file);
    target.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t('compare')}
        hidden
        onChange={choose}
      />
      <Button busy={isPending} onClick={() => input.current?.click()}>
        {t('compare')}
      </Button>
      {error && (
        <Notice tone="danger" className="basis-full">
          {error instanceof SyntaxError ? t('notAFile') : errorText(error)}
        </Notice>
      )}
      {data && (
        <Notice tone={data.result === 'same' ? 'success' : 'danger'} className="basis-full">
          {t(`compared.${data.result}`, { when: format.dateTime(data.created_at) })}
        </Notice>
      )}
    </>
  );
}
