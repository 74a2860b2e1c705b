import { useState } from 'react';
import { BulletinFiles } from '@/entities/bulletin/bulletin-files';
import type { BulletinText } from '@/entities/bulletin/bulletins-query';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const SIDES = ['en', 'es', 'both'] as const;
type Side = (typeof SIDES)[number];

/** The title in the reader's language, where there is one. */
export function titleIn(bulletin: BulletinText, language: string): string {
  return language === 'es' ? (bulletin.title_es ?? bulletin.title) : bulletin.title;
}

export function bodyIn(bulletin: BulletinText, language: string): string {
  return language === 'es' && bulletin.title_es !== null ? (bulletin.body_es ?? '') : bulletin.body;
}

function Text({ lang, title, body }: { lang: string; title: string; body: string }) {
  return (
    <div lang={lang}>
      <h3 className="font-[660] text-lg tracking-[-0.01em]">{title}</h3>
      {body && <p className="mt-1 whitespace-pre-line text-md leading-relaxed">{body}</p>}
    </div>
  );
}

/** One's own language first; the other side, or both, one tap away. */
export function BulletinArticle({ bulletin }: { bulletin: BulletinText }) {
  const { t, language } = useTranslation('bulletin');
  const [chosen, setChosen] = useState<Side | null>(null);
  const { title_es, body_es } = bulletin;
  const own: Side = title_es !== null && language === 'es' ? 'es' : 'en';
  const side = chosen ?? own;
  return (
    <article className="grid gap-4">
      {title_es !== null && (
        <fieldset className="grid grid-cols-3 rounded-small border bg-sunken p-0.5">
          <legend className="sr-only">{t('reader.language')}</legend>
          {SIDES.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={side === value}
              onClick={() => setChosen(value)}
              className={cn(
                'touch-target h-9 rounded-small font-[550] text-sm',
                side === value ? 'border bg-surface' : 'text-muted hover:text-foreground',
              )}
            >
              {t(`reader.side.${value}`)}
            </button>
          ))}
        </fieldset>
      )}
      <BulletinFiles attachments={bulletin.attachments} />
      {side !== 'es' && <Text lang="en" title={bulletin.title} body={bulletin.body} />}
      {side === 'both' && <hr />}
      {side !== 'en' && title_es !== null && (
        <Text lang="es" title={title_es} body={body_es ?? ''} />
      )}
    </article>
  );
}
