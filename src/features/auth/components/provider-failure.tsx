import { Notice } from '@/components/shared/notice';
import { useSignInProviders } from '@/entities/session/use-sign-in-providers';
import { useTranslation } from '@/lib/use-translation';

/** The server's codes that have a text of their own. */
const TEXTS = [
  'provider_unavailable',
  'provider_email_needs_verification',
  'provider_email_missing',
  'provider_domain_not_allowed',
  'multiple_accounts',
  'signup_disabled',
  'user_banned',
  'bad_oauth_state',
  'bad_oauth_callback',
  'identity_already_exists',
  'sso_required',
] as const;

/** Why signing in with an account of somebody else did not work, and what to do. */
export function ProviderFailure({ code }: { code: string }) {
  const { t } = useTranslation('sign-in-providers');
  const known = TEXTS.find((text) => text === code) ?? 'other';
  const name = useSignInProviders()
    .map(({ label }) => label)
    .join(' / ');
  return (
    <Notice tone="attention" title={t('failed.title')}>
      {t(`failed.${known}`, { name })}
    </Notice>
  );
}
