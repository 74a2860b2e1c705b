import type { ProjectOption } from '@/entities/project/projects-query';

/** A name with what it is a part of before it; where there is little room, that goes first. */
export function ProjectPath({ project }: { project: Pick<ProjectOption, 'leaf' | 'above'> }) {
  if (!project.above) return <span className="truncate">{project.leaf}</span>;
  return (
    <span className="flex min-w-0">
      <span className="min-w-14 shrink-[99] truncate whitespace-pre text-muted">{`${project.above} › `}</span>
      <span className="truncate">{project.leaf}</span>
    </span>
  );
}
