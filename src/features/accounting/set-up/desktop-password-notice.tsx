import { Copy } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** The one time the password is here. It can be read as well: the other computer may not be this one. */
export function DesktopPasswordNotice({ password }: { password: string }) {
  const { t } = useTranslation('quickbooks-desktop');
  const copy = async () => {
    await navigator.clipboard.writeText(password);
    toast.success(t('password.copied'));
  };
  return (
    <Notice
      tone="success"
      title={t('password.title')}
      action={
        <Button size="small" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {t('password.copy')}
        </Button>
      }
    >
      <p>{t('password.text')}</p>
      <p className="mt-1 break-all font-mono">{password}</p>
    </Notice>
  );
}
