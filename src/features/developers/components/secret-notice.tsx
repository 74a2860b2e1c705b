import { Check, Copy } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface SecretNoticeProps {
  title: string;
  /** What happens to the one before. */
  text?: string | undefined;
  secret: string;
}

/** The one time the secret is here. Copied, not read: it stays hidden on the screen. */
export function SecretNotice({ title, text, secret }: SecretNoticeProps) {
  const { t } = useTranslation('webhooks');
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toast.success(t('secret.copied'));
  };
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b bg-success-soft px-5 py-3.5"
    >
      <span className="grid size-7 shrink-0 place-items-center rounded-full bg-surface text-success-strong">
        <Check className="size-4" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-[620]">{title}</p>
        <p className="truncate font-mono text-sm">{`whsec_${'•'.repeat(secret.length - 6)}`}</p>
        {text && <p className="text-sm">{text}</p>}
      </div>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        {t('secret.copy')}
      </Button>
    </div>
  );
}
