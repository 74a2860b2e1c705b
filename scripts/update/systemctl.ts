import { runCommand } from './run-command.ts';

interface Answer {
  readonly code: number | null;
  readonly output: string;
}

interface Reply extends Answer {
  readonly reply: number;
}

/** Set where root started the update and the files belong to somebody else, who may not restart services. */
export const CONTROLLED = 'CHALKLINE_UPDATE_CONTROLLED';
let calls = 0;

/** A machine without systemd answers with an error. */
export async function systemctl(...args: readonly string[]): Promise<Answer> {
  if (process.env[CONTROLLED]) return askController(args);
  return callSystemctl(args);
}

export async function callSystemctl(args: readonly string[]): Promise<Answer> {
  try {
    const { code, stdout, stderr } = await runCommand('systemctl', args, { cwd: '/' });
    return { code, output: `${stdout}${stderr}` };
  } catch (error) {
    return { code: 127, output: (error as Error).message };
  }
}

function askController(systemctl: readonly string[]): Promise<Answer> {
  const call = ++calls;
  return new Promise((resolve) => {
    const listen = (answer: Reply): void => {
      if (answer.reply !== call) return;
      process.off('message', listen);
      resolve(answer);
    };
    process.on('message', listen);
    process.send?.({ call, systemctl });
  });
}
