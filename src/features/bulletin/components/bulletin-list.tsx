import { CircleCheck } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { bodyIn, titleIn } from '@/entities/bulletin/bulletin-article';
import { type Bulletin, mustBeConfirmed } from '@/entities/bulletin/bulletins-query';
import type { ManagedBulletin } from '@/features/bulletin/api/queries';
import { BulletinBadges } from '@/features/bulletin/components/bulletin-badges';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export type Shown = ManagedBulletin | Bulletin;

const isManaged = (bulletin: Shown): bulletin is ManagedBulletin => 'people' in bulletin;

/** How many of those it is for have read or confirmed it. */
function Reach({ bulletin, onOpen }: { bulletin: ManagedBulletin; onOpen: () => void }) {
  const { t, language } = useTranslation('bulletin');
  const done = bulletin.must_acknowledge ? bulletin.acknowledged : bulletin.reads;
  const text = t(bulletin.must_acknowledge ? 'reach.confirmed' : 'reach.read', {
    done,
    people: bulletin.people,
  });
  return (
    <div className="flex items-center gap-3 border-t px-5 py-2.5">
      <Progress
        value={bulletin.people === 0 ? 0 : Math.min(100, (done / bulletin.people) * 100)}
        label={text}
        className="max-w-40 flex-1"
      />
      <Button
        size="small"
        variant="link"
        onClick={onOpen}
        aria-label={`${text}: ${titleIn(bulletin, language)}`}
      >
        {text}
      </Button>
    </div>
  );
}

function State({ bulletin }: { bulletin: Bulletin }) {
  const { t } = useTranslation('bulletin');
  const format = useFormat();
  if (bulletin.acknowledged_at) {
    return (
      <p className="flex items-center gap-1.5 text-sm text-success-strong">
        <CircleCheck className="size-4" aria-hidden="true" />
        {t('state.confirmed', { time: format.dateTime(bulletin.acknowledged_at) })}
      </p>
    );
  }
  return mustBeConfirmed(bulletin) ? (
    <p className="font-[550] text-attention-strong text-sm">{t('state.confirm')}</p>
  ) : null;
}

export interface BulletinListProps {
  bulletins: readonly Shown[];
  onOpen: (id: string) => void;
  onReport: (id: string) => void;
}

/** Newest first, what must be confirmed above everything. */
export function BulletinList({ bulletins, onOpen, onReport }: BulletinListProps) {
  const { language } = useTranslation();
  const format = useFormat();
  return (
    <ul className="grid gap-3">
      {bulletins.map((bulletin) => {
        const unread = !isManaged(bulletin) && bulletin.read_at === null;
        return (
          <li key={bulletin.id}>
            <Card className="relative">
              <div className="grid gap-1.5 px-5 py-4">
                <div className="flex flex-wrap items-center gap-2">
                  <BulletinBadges bulletin={bulletin} />
                  <span className="ml-auto text-muted text-sm">
                    {format.dateTime(bulletin.publish_at)}
                  </span>
                </div>
                <h2 className={cn('text-md', unread ? 'font-[700]' : 'font-[620]')}>
                  <button
                    type="button"
                    className="text-left after:absolute after:inset-0"
                    onClick={() => onOpen(bulletin.id)}
                  >
                    {titleIn(bulletin, language)}
                  </button>
                </h2>
                <p className="line-clamp-2 whitespace-pre-line text-muted text-sm">
                  {bodyIn(bulletin, language)}
                </p>
                {!isManaged(bulletin) && <State bulletin={bulletin} />}
              </div>
              {isManaged(bulletin) && (
                <div className="relative z-10">
                  <Reach bulletin={bulletin} onOpen={() => onReport(bulletin.id)} />
                </div>
              )}
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
