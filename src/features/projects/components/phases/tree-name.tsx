import { ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { Button } from '@/components/ui/button';
import type { Project } from '@/features/projects/api/queries';
import type { TreeLine } from '@/features/projects/tree-rows';
import { useTranslation } from '@/lib/use-translation';

interface TreeNameProps {
  project: Project;
  /** Without one the list is no tree, and the full name is shown. */
  line: TreeLine | undefined;
  isClosed: boolean;
  onToggle: () => void;
}

const INDENTS = ['', 'pl-6', 'pl-12'];

/** A name in the tree; what has phases opens and closes with a press, or with the arrows. */
export function TreeName({ project, line, isClosed, onToggle }: TreeNameProps) {
  const { t } = useTranslation('projects');
  const { name, above } = project;
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key === (isClosed ? 'ArrowRight' : 'ArrowLeft')) onToggle();
  };
  return (
    <span className={`flex items-center gap-2 ${INDENTS[line?.depth ?? 0] ?? ''}`}>
      {line?.opens && (
        <Button
          variant="ghost"
          size="inline"
          className="-ml-1.5"
          aria-expanded={!isClosed}
          aria-label={t(isClosed ? 'showPhases' : 'hidePhases', { name })}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
          onKeyDown={closeByKey}
        >
          <ChevronRight aria-hidden="true" className={isClosed ? '' : 'rotate-90'} />
        </Button>
      )}
      <ColorSwatch color={project.color} />
      <span className="min-w-0">
        {/* Below what it is a part of that need not be said again. */}
        {above && !line?.depth && <span className="text-muted">{`${above} › `}</span>}
        <Link to={`/projects?project=${project.id}`} className="font-[550] hover:underline">
          {name}
        </Link>
      </span>
    </span>
  );
}
