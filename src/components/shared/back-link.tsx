import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';

/** Above the heading of a page that lies under another one. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      data-print="hide"
      className="mb-2 inline-flex items-center gap-1.5 text-primary text-sm hover:underline pointer-coarse:-mt-3 pointer-coarse:mb-0 pointer-coarse:min-h-11"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
      {children}
    </Link>
  );
}
