import { Slot } from 'radix-ui';
import { type ReactElement, useEffect, useEffectEvent } from 'react';
import { Notice } from '@/components/shared/notice';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface PartNoticeProps {
  title: string;
  text: string;
}

/** Where the part would stand. */
export function InlineNotice({ title, text }: PartNoticeProps) {
  return (
    <Notice tone="attention" title={title}>
      {text}
    </Notice>
  );
}

/** In the place of code that could not be loaded yet. */
export function MissingPart() {
  const { t } = useTranslation('common');
  return <InlineNotice title={t('late.title')} text={t('late.text')} />;
}

/** A button whose menu is missing: it stays, and says so, now and when it is pressed. */
export function MissingBehind({ children }: { children: ReactElement }) {
  const { t } = useTranslation('common');
  const say = useEffectEvent(() =>
    toast.error(t('late.title'), { id: 'part-missing', description: t('late.text') }),
  );
  useEffect(() => say(), []);
  return <Slot.Root onClick={() => say()}>{children}</Slot.Root>;
}
