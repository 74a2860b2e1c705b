import { Component, type ComponentType, type ReactNode } from 'react';
import type { PartNoticeProps } from '@/components/shared/missing-part';
import { useTranslation } from '@/lib/use-translation';

interface PartBoundaryProps {
  frame: ComponentType<PartNoticeProps>;
  /** What the part was given: a frame finds there how it is closed. */
  given: object;
  children: ReactNode;
}

function CrashedPart({ frame: Frame, given }: Omit<PartBoundaryProps, 'children'>) {
  const { t } = useTranslation('common');
  return <Frame {...given} title={t('crash.partTitle')} text={t('crash.text')} />;
}

/** A part that crashes says so in its own place; what is around it stays. */
export class PartBoundary extends Component<PartBoundaryProps> {
  override state = { isCrashed: false };

  static getDerivedStateFromError(): { isCrashed: boolean } {
    return { isCrashed: true };
  }

  override render(): ReactNode {
    const { frame, given, children } = this.props;
    return this.state.isCrashed ? <CrashedPart frame={frame} given={given} /> : children;
  }
}
