import type { ReactNode } from 'react';
import { PageTitle } from '@/components/shared/page-title';

export interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons; the primary one last. */
  actions?: ReactNode;
  /** Defaults to `title`. */
  documentTitle?: string;
}

/** First thing in every screen. The heading takes focus after a navigation. */
export function PageHeader({ title, description, actions, documentTitle }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end gap-x-3 gap-y-4">
      <PageTitle title={documentTitle ?? title} />
      <div className="mr-auto min-w-0">
        <h1 tabIndex={-1} className="font-[680] text-xl tracking-[-0.02em]">
          {title}
        </h1>
        {description && <p className="text-muted">{description}</p>}
      </div>
      {actions && (
        <div
          data-print="hide"
          className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:min-w-fit! max-sm:[&>*]:flex-1"
        >
          {actions}
        </div>
      )}
    </header>
  );
}
