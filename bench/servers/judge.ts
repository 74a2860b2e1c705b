import type { Fleet } from './fleet.ts';

/** Runs it, puts everything away whatever happens, says what differs and ends the program. */
export async function judge(
  rounds: number,
  fleet: Fleet,
  run: () => Promise<string[]>,
  tidy: () => Promise<void>,
): Promise<never> {
  let differences: string[];
  try {
    differences = await run();
  } catch (error) {
    differences = [(error as Error).message, ...fleet.servers.map(({ output }) => output)];
  } finally {
    await fleet.close();
    await tidy();
  }
  for (const difference of differences) console.log(`  ${difference}`);
  console.log(`${rounds} rounds, ${differences.length} differences`);
  process.exit(differences.length === 0 ? 0 : 1);
}
