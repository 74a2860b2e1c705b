import type { ReactNode } from 'react';
import { useIsSection } from '@/components/shared/page-section';
import { PageTitle } from '@/components/shared/page-title';

export interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Buttons; the primary one last. */
  actions?: ReactNode;
  /** Defaults to `title`. */
  documentTitle?: string;
}

/** First thing in every screen. The heading takes focus after a navigation. In a section only the buttons are left. */
export function PageHeader({ title, description, actions, documentTitle }: PageHeaderProps) {
  if (useIsSection()) {
    return actions ? (
      <div data-print="hide" className="mb-4 flex flex-wrap items-center justify-end gap-2">
        {actions}
      </div>
    ) : null;
  }
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
