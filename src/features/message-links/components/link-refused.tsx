import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import type { Refusal } from '@/features/message-links/api/message-link';
import { useTranslation } from '@/lib/use-translation';

/** Why there is nothing to sign here, and what to do about it. */
export function LinkRefused({ reason }: { reason: Refusal }) {
  const { t } = useTranslation('message-link');
  return (
    <>
      <Notice tone={reason === 'used' ? 'success' : 'attention'} title={t(`state.${reason}`)}>
        {t(`state.${reason}Text`)}
      </Notice>
      {reason !== 'used' && (
        <Button asChild size="large" block>
          <Link to="/">{t('proof.signIn')}</Link>
        </Button>
      )}
    </>
  );
}
