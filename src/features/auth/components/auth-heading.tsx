import { PageTitle } from '@/components/shared/page-title';
import { Wordmark } from '@/components/shared/wordmark';

export function AuthHeading({ title, lead }: { title: string; lead?: string }) {
  return (
    <div>
      <PageTitle title={title} />
      <Wordmark size="large" className="mb-7" />
      <h1 tabIndex={-1} className="font-[680] text-xl tracking-[-0.02em]">
        {title}
      </h1>
      {lead && <p className="mt-0.5 text-muted text-sm">{lead}</p>}
    </div>
  );
}
