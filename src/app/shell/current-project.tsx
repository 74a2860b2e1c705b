import { FolderClosed } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { NavigationLayout } from '@/app/shell/navigation-list';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { EarlySearch, NOTHING_TYPED, typeEarly } from '@/components/shared/early-search';
import { late } from '@/components/shared/late';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { Tooltip } from '@/components/ui/tooltip';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const ProjectChoice = late(async () => ({
  default: (await import('@/entities/project/project-choice')).ProjectChoice,
}));

/** Footer box of the navigation. A tap opens the picker. */
export function CurrentProject({ layout = 'wide' }: { layout?: NavigationLayout }) {
  const { t } = useTranslation('shell');
  const { project, projectId, followsTimer, choose } = useCurrentProject();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const changeOpen = (next: boolean): void => {
    setTyped(NOTHING_TYPED);
    setOpen(next);
  };
  const name = project?.name ?? t('currentProject.none');
  return (
    <Popover open={open} onOpenChange={changeOpen}>
      <Tooltip
        content={`${t('currentProject.label')}: ${name}`}
        side="right"
        enabled={layout === 'icons'}
      >
        <PopoverTrigger
          onKeyDown={(event) => open && !followsTimer && typeEarly(event, typed, setTyped)}
          className={cn(
            'flex w-full min-w-0 items-center rounded-small text-left hover:bg-border/70',
            layout === 'wide' && 'h-9 px-2.5 pointer-coarse:h-11',
            layout === 'rail' && 'flex-col gap-1 px-1 py-2 text-center',
            layout === 'icons' && 'h-9 justify-center',
          )}
        >
          {layout !== 'wide' ? (
            <>
              <FolderClosed className="size-[17px] text-muted" aria-hidden="true" />
              <span className="sr-only">{`${t('currentProject.label')}: ${name}`}</span>
              {layout === 'rail' && (
                <span aria-hidden="true" className="line-clamp-2 max-w-full break-words text-xs">
                  {name}
                </span>
              )}
            </>
          ) : (
            <span className="flex min-w-0 flex-1 items-center justify-between gap-2 text-xs">
              <span className="shrink-0 text-muted">{t('currentProject.label')}</span>
              <span className="flex min-w-0 items-center gap-1.5 font-[620]">
                {project && <ColorSwatch color={project.color} />}
                <span className="truncate">{name}</span>
              </span>
            </span>
          )}
        </PopoverTrigger>
      </Tooltip>
      <PopoverContent
        side="top"
        aria-label={t('currentProject.choose')}
        className="w-72 overflow-hidden p-0"
      >
        {followsTimer ? (
          <p className="p-4 text-muted text-sm">{t('currentProject.follows')}</p>
        ) : (
          <Suspense fallback={<EarlySearch typed={typed} onType={setTyped} />}>
            <ProjectChoice
              typed={typed}
              value={projectId}
              clearLabel={t('currentProject.none')}
              onChoose={(next) => {
                choose(next);
                changeOpen(false);
              }}
            />
          </Suspense>
        )}
      </PopoverContent>
    </Popover>
  );
}
