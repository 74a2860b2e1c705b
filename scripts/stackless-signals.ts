import type { Plugin } from 'vite';

const SIGNAL = /(\w+Exception) = Error\(\s*(formatProdErrorMessage\(\d+\))\s*\)/g;

/**
 * While its file is run, React makes errors that it only ever throws to itself ("wait for this"). A
 * browser with an inspector attached (every browser test) notes where an error was made, and for that
 * reads the whole file again: 36 ms of each page it opens. Here they are made without a stack.
 */
export function stacklessSignals(): Plugin {
  return {
    name: 'stackless-signals',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('react-dom-client.production.js')) return null;
      const light = code.replace(
        SIGNAL,
        '$1 = Object.create(Error.prototype, { message: { value: $2 } })',
      );
      if (light === code) throw new Error(`No signals found in ${id}`);
      return { code: light, map: null };
    },
  };
}
