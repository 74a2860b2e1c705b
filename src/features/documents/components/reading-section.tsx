import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Avatar } from '@/components/shared/avatar';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { employeeName } from '@/entities/employee/employees-query';
import { type Signer, signersQuery } from '@/features/documents/api/queries';
import { useRemindToSign } from '@/features/documents/api/sign-document';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SignersDialog = lateDialog(() => import('@/features/documents/components/signers-dialog'));
const MAX_SHOWN = 5;

function useSignerWords() {
  const { t } = useTranslation('documents');
  const format = useFormat();
  return (signer: Signer): string =>
    [
      signer.signed_before !== null && t('reading.signedBefore', { version: signer.signed_before }),
      signer.opened_at
        ? t('reading.opened', { date: format.dateOfInstant(signer.opened_at) })
        : t('reading.notOpened'),
      signer.reminded_at &&
        t('reading.reminded', { date: format.dateOfInstant(signer.reminded_at) }),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** Who has not signed the current version yet, and a tap to remind them. */
export function ReadingSection({ documentId, version }: { documentId: string; version: number }) {
  const { t } = useTranslation('documents');
  const signers = useQuery(signersQuery(documentId));
  const remind = useRemindToSign();
  const words = useSignerWords();
  const [listed, setListed] = useState(false);
  const all = signers.data ?? [];
  const missing = all.filter(({ signed_at }) => signed_at === null);
  const signed = all.length - missing.length;
  return (
    <section className="grid gap-3 px-4 py-4" aria-labelledby="reading">
      <Loaded query={signers} skeleton={<ListSkeleton />}>
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <h3 id="reading" className="font-[620]">
            {t('reading.title')}
          </h3>
          <p>{t('reading.count', { signed, people: all.length })}</p>
        </div>
        <Progress
          label={t('reading.title')}
          value={all.length === 0 ? 100 : (100 * signed) / all.length}
          tone="success"
        />
        <p className="text-muted text-sm">
          {missing.length === 0
            ? t('reading.everyone')
            : t('reading.missing', { count: missing.length, version })}
        </p>
        <ul className="grid gap-2.5 empty:hidden">
          {missing.slice(0, MAX_SHOWN).map((signer) => (
            <li key={signer.employee_id} className="flex items-center gap-3 text-sm">
              <Avatar name={employeeName(signer)} />
              <span className="min-w-0 flex-1">
                <span className="block font-[550]">{employeeName(signer)}</span>
                <span className="block text-muted">{words(signer)}</span>
              </span>
              <Badge>{t(signer.language === 'es' ? 'language.es' : 'language.en')}</Badge>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          {missing.length > 0 && (
            <Button
              variant="primary"
              className="flex-1"
              busy={remind.isPending}
              onClick={() => remind.mutate(documentId)}
            >
              <Bell aria-hidden="true" />
              {t('reading.remind', { count: missing.length })}
            </Button>
          )}
          <Button onClick={() => setListed(true)}>{t('reading.who')}</Button>
        </div>
      </Loaded>
      <Suspense>
        {listed && <SignersDialog signers={all} onClose={() => setListed(false)} />}
      </Suspense>
    </section>
  );
}
