import { type LucideIcon, Mail, MessageSquare, Smartphone } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { ChoiceRow } from '@/features/notifications/api/choices';
import type { Channel } from '@/features/notifications/channels';
import { reasonText } from '@/features/notifications/event-texts';
import { useTranslation } from '@/lib/use-translation';

const ICONS: Record<Channel, LucideIcon> = { push: Smartphone, mail: Mail, sms: MessageSquare };

/** Where each gap is closed; the card there is brought into sight. */
const FIXES = {
  no_device: '/settings?tab=notifications&card=push:title',
  no_address: '/settings?tab=profile',
  no_number: '/settings?tab=notifications&card=texts:title',
  no_consent: '/settings?tab=notifications&card=texts:title',
} as const;

const isFixable = (reason: string | null): reason is keyof typeof FIXES =>
  reason !== null && reason in FIXES;

export interface ReachLineProps {
  row: Pick<ChoiceRow, 'channel' | 'available' | 'reason'>;
  /** Every switch of a channel that does not reach somebody refers to its reason. */
  textId?: string;
}

/** Whether a channel reaches the viewer, or why not and what to do about it. */
export function ReachLine({ row: { channel, available, reason }, textId }: ReachLineProps) {
  const { t } = useTranslation('notifications');
  const Icon = ICONS[channel];
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3">
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <ReachText
        textId={textId}
        title={t(`reach.${channel}`)}
        text={available ? t(`reach.available.${channel}`) : reasonText(reason ?? '')}
      />
      {available ? (
        <Badge tone="success">{t('reach.on')}</Badge>
      ) : isFixable(reason) ? (
        <Button size="small" asChild>
          <Link to={FIXES[reason]} preventScrollReset>
            {t(`reach.fix.${reason}`)}
          </Link>
        </Button>
      ) : (
        <Badge>{t('reach.off')}</Badge>
      )}
    </li>
  );
}

interface ReachTextProps {
  title: string;
  text: string;
  textId?: string | undefined;
}

export function ReachText({ title, text, textId }: ReachTextProps) {
  return (
    <span className="min-w-40 flex-1">
      <span className="block font-[550] text-sm">{title}</span>
      <span id={textId} className="block text-muted text-sm">
        {text}
      </span>
    </span>
  );
}
