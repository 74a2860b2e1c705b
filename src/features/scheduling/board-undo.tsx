import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

type TakeBack = () => Promise<unknown>;

interface BoardUndo {
  /** Remembers how a change is taken back; what it returns takes that one back, for its message. */
  offer: (takeBack: TakeBack) => () => void;
  /** Takes back the last change; missing while there is none. */
  undo: (() => void) | undefined;
  isUndoing: boolean;
}

const MAX_STEPS = 50;

const NOTHING: BoardUndo = { offer: () => () => {}, undo: undefined, isUndoing: false };

const UndoContext = createContext<BoardUndo>(NOTHING);

export const useBoardUndo = (): BoardUndo => useContext(UndoContext);

/** Fields have an undo of their own, and what is behind an open dialog does not change. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  (target instanceof HTMLElement && target.matches('input, textarea, [contenteditable="true"]')) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Every change made on the board since it was opened can be taken back, the last one first. */
export function BoardUndoProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('scheduling');
  const [steps, setSteps] = useState<readonly TakeBack[]>([]);
  const { mutate, isPending } = useWrite({
    send: (takeBack: TakeBack) => takeBack(),
    done: t('toast.undone'),
    stale: [queryKeys.schedule],
    failureText: 'scheduling:error.undo',
  });
  const take = useCallback(
    (step: TakeBack) => {
      setSteps((known) => known.filter((each) => each !== step));
      mutate(step);
    },
    [mutate],
  );
  const offer = useCallback(
    (step: TakeBack) => {
      setSteps((known) => [...known, step].slice(-MAX_STEPS));
      return () => take(step);
    },
    [take],
  );
  const last = steps.at(-1);
  const undo = useMemo(() => last && !isPending && (() => take(last)), [last, isPending, take]);
  useUndoKey(undo || undefined);
  const value = useMemo(
    () => ({ offer, undo: undo || undefined, isUndoing: isPending }),
    [offer, undo, isPending],
  );
  return <UndoContext value={value}>{children}</UndoContext>;
}

function useUndoKey(undo: (() => void) | undefined): void {
  const current = useRef(undo);
  current.current = undo;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isUndo || event.key.toLowerCase() !== 'z' || isTaken(event)) return;
      event.preventDefault();
      current.current?.();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
