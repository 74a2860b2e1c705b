import { Check, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const HIDDEN = /(?<=^chl_pat_\w{8}_)\w+$/;

export interface NewTokenNoticeProps {
  name: string;
  token: string;
}

/** The one time the token is here. Copied, not read: the secret part stays hidden on the screen. */
export function NewTokenNotice({ name, token }: NewTokenNoticeProps) {
  const { t } = useTranslation('developers');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (token) button.current?.focus();
  }, [token]);
  const copy = async () => {
    await navigator.clipboard.writeText(token);
    toast.success(t('tokens.copied'));
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
        <p className="font-[620]">{t('tokens.ready', { name })}</p>
        <p className="truncate font-mono text-sm">
          {token.replace(HIDDEN, (secret) => '•'.repeat(secret.length))}
        </p>
      </div>
      <Button ref={button} onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        {t('tokens.copy')}
      </Button>
    </div>
  );
}
