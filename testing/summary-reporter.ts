// Writes what scripts/test.ts adds up: how many tests passed, which failed.
import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export interface SlowFile {
  readonly file: string;
  readonly seconds: number;
}

export interface Summary {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly slowest: readonly SlowFile[];
}

const SLOWEST = 10;

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['TEST_SUMMARY'];
    if (file === undefined) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const summary: Summary = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: [
        ...tests.filter((test) => test.result().state === 'failed').map(named),
        ...modules.flatMap(brokenParts),
        ...unhandled.map(({ message }) => `outside of any test: ${message}`),
      ],
      slowest: modules
        .map((module) => ({
          file: module.relativeModuleId,
          seconds: Math.round(module.diagnostic().duration / 1000),
        }))
        .toSorted((a, b) => b.seconds - a.seconds)
        .slice(0, SLOWEST),
    };
    writeFileSync(file, JSON.stringify(summary));
  }
}

/** Files that could not be read, and groups whose preparation failed: their tests did not run at all. */
function brokenParts(module: TestModule): string[] {
  const groups = [...module.children.allSuites()].filter((group) => group.errors().length > 0);
  return [
    ...(module.errors().length > 0 ? [module.relativeModuleId] : []),
    ...groups.map((group) => `${module.relativeModuleId} ${group.fullName}`),
  ];
}

function named(test: TestCase): string {
  return `${test.module.relativeModuleId} ${test.fullName}`;
}
