import { BreakBoardScreen } from '@/features/break-board/break-board-screen';

/** Who is due a break: for foremen their crew, for managers everyone. */
export function Component() {
  return <BreakBoardScreen />;
}
