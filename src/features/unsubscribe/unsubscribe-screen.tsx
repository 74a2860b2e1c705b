import { Link, useSearchParams } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { PageTitle } from '@/components/shared/page-title';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import { useUnsubscribe } from '@/features/unsubscribe/api/unsubscribe';
import { type MailKind, mailKindOf } from '@/features/unsubscribe/mail-kind';
import { errorText, toAppError } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

const DONE = { report: 'doneReport', ledger_root: 'doneLedger' } as const satisfies Partial<
  Record<MailKind, string>
>;

/** Asks before it acts: programs that check mail open its links, and must not unsubscribe anyone. */
function Ask({ token, kind }: { token: string; kind: MailKind }) {
  const { t } = useTranslation('unsubscribe');
  const { mutate, isPending, isSuccess, error } = useUnsubscribe();
  const name = t(`kinds.${kind}`);

  if (isSuccess) {
    return (
      <Notice tone="success" title={t('done', { name })}>
        {t(kind in DONE ? DONE[kind as keyof typeof DONE] : 'doneText')}
      </Notice>
    );
  }
  if (error && toAppError(error).code === 'unsubscribe_link_invalid') return <Invalid />;
  return (
    <>
      <p className="text-muted text-sm">{t('ask', { name })}</p>
      {error && <Notice tone="danger">{errorText(error)}</Notice>}
      <Button variant="primary" size="large" block busy={isPending} onClick={() => mutate(token)}>
        {t('submit')}
      </Button>
    </>
  );
}

function Invalid() {
  const { t } = useTranslation('unsubscribe');
  return (
    <Notice tone="danger" title={t('invalid')}>
      {t('invalidText')}
    </Notice>
  );
}

export function UnsubscribeScreen() {
  const { t } = useTranslation('unsubscribe');
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const kind = mailKindOf(token);
  return (
    <div className="grid gap-4.5">
      <PageTitle title={t('title')} />
      <div>
        <Wordmark size="large" className="mb-7" />
        <h1 tabIndex={-1} className="font-[680] text-xl tracking-[-0.02em]">
          {t('title')}
        </h1>
      </div>
      {kind ? <Ask token={token} kind={kind} /> : <Invalid />}
      <Button asChild size="large" block>
        <Link to="/settings">{t('settings')}</Link>
      </Button>
    </div>
  );
}
