import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/lib/copy-text';

export interface SecretNoticeProps {
  title: string;
  /** What happens to the one before. */
  text?: string | undefined;
  secret: string;
  /** How many of its first characters may be seen. */
  shownCharacters: number;
  copyLabel: string;
  copied: string;
}

/** The one time a secret is here. Copied, not read: it stays hidden, unless the browser cannot copy. */
export function SecretNotice(props: SecretNoticeProps) {
  const { title, text, secret, shownCharacters, copyLabel, copied } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (secret) button.current?.focus();
  }, [secret]);
  const copy = async () => setIsShown(!(await copyText(secret, copied)));
  const rest = secret.length - shownCharacters;
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
        {isShown ? (
          <p className="select-all break-all font-mono text-sm">{secret}</p>
        ) : (
          <p className="truncate font-mono text-sm">
            {`${secret.slice(0, shownCharacters)}${'•'.repeat(rest)}`}
          </p>
        )}
        {text && <p className="text-sm">{text}</p>}
      </div>
      <Button ref={button} onClick={() => void copy()}>
        <Copy aria-hidden="true" />
        {copyLabel}
      </Button>
    </div>
  );
}
