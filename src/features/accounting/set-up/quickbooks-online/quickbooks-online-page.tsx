import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { IntuitSteps } from '@/features/accounting/set-up/quickbooks-online/intuit-steps';
import { KeysForm } from '@/features/accounting/set-up/quickbooks-online/keys-form';
import {
  signInAddressQuery,
  useCompleteSignIn,
} from '@/features/accounting/set-up/quickbooks-online/sign-in';
import type { SetUpPageProps } from '@/features/accounting/set-up/set-up-pages';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** QuickBooks Online: the app that the company makes at Intuit, its keys, and signing in there. */
export default function QuickBooksOnlinePage({ connection, onDone }: SetUpPageProps) {
  const { t } = useTranslation('accounting-quickbooks');
  const address = useQuery(signInAddressQuery);
  const { isCompleting, failure } = useReturn(connection?.id, onDone);
  if (isCompleting) {
    return (
      <>
        <Notice className="mb-4 max-w-3xl" title={t('completing')}>
          {t('completingText')}
        </Notice>
        <ListSkeleton />
      </>
    );
  }
  return (
    <Loaded framed query={address} skeleton={<ListSkeleton />}>
      {({ redirect_uri: redirectUri, refusals }) => (
        <>
          {failure !== null && (
            <Notice tone="danger" className="mb-4 max-w-3xl" title={t('failed')}>
              {errorText(failure)}
            </Notice>
          )}
          <IntuitSteps redirectUri={redirectUri} isReachable={refusals.production === null} />
          <KeysForm connection={connection} refusals={refusals} onBack={onDone} />
        </>
      )}
    </Loaded>
  );
}

/** Intuit sent the browser back with an answer behind the #: it is used once and leaves the address. */
function useReturn(id: string | undefined, onDone: () => void) {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const complete = useCompleteSignIn();
  const used = useRef('');
  const answer = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const isAnswer = id !== undefined && Boolean(answer['state']);
  useEffect(() => {
    if (!isAnswer || used.current === hash) return;
    used.current = hash;
    void navigate(`${pathname}${search}`, { replace: true });
    complete.mutate({ id, answer }, { onSuccess: onDone });
  });
  return { isCompleting: isAnswer || complete.isPending, failure: complete.error };
}
