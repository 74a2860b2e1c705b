import type { Team } from '../../team/team.ts';
import type { SystemProbe } from '../system-line.ts';

/** Processes behind the port that answer; one that died is started again, which takes a moment. */
export function workersProbe(team: Team): SystemProbe {
  return async () => {
    const answering = 1 + (await team.figuresOfOthers()).size;
    const values = { answering, count: team.size };
    if (answering < team.size) {
      return { id: 'workers', state: 'warning', reason: 'missing', values };
    }
    return { id: 'workers', state: 'ok', reason: 'ok', values };
  };
}
