import type { Figures, MetricFamily } from '../team/figures.ts';
import type { Team } from '../team/team.ts';
import type { ToMain, ToWorker } from './messages.ts';

interface Membership {
  readonly team: Team;
  /** Where the main process finds this worker's figures. */
  answerWith(figures: () => MetricFamily[]): void;
}

/** A worker's side of what the main process does for all of them: locks and figures. */
export function joinTeam(
  place: number,
  size: number,
  tell: (message: ToMain) => Promise<void>,
): Membership {
  const waiting = new Map<number, (answer: never) => void>();
  let asked = 0;
  let figures: () => MetricFamily[] = () => [];

  const ask = <T>(question: (id: number) => ToMain): Promise<T> =>
    new Promise((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve);
      void tell(question(id));
    });
  const settle = (id: number, answer: unknown) => {
    waiting.get(id)?.(answer as never);
    waiting.delete(id);
  };

  process.on('message', (message: ToWorker) => {
    if (message.kind === 'locked') settle(message.id, message.granted);
    else if (message.kind === 'figures') settle(message.id, message.of);
    else if (message.kind === 'tell figures') {
      void tell({ kind: 'my figures', id: message.id, families: figures() });
    }
  });

  return {
    team: {
      size,
      place,
      locks: {
        async acquire(name) {
          const granted = await ask<boolean>((id) => ({ kind: 'lock', id, name }));
          return granted ? () => void tell({ kind: 'unlock', name }) : undefined;
        },
      },
      figuresOfOthers: () => ask<Figures>((id) => ({ kind: 'ask figures', id })),
    },
    answerWith(read) {
      figures = read;
    },
  };
}
