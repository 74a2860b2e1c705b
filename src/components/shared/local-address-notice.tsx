import { Notice } from '@/components/shared/notice';
import { useTranslation } from '@/lib/use-translation';

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Beside a link that is made from this page's address: of "localhost" no other device can open it. */
export function LocalAddressNotice({ href }: { href: string }) {
  const { t } = useTranslation('common');
  if (!LOCAL.test(new URL(href, window.location.origin).hostname)) return null;
  return (
    <Notice tone="attention" className="mt-3">
      {t('localAddress')}
    </Notice>
  );
}
