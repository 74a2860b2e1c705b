import { expect, type Page } from '@playwright/test';

/** Waits until the phone has what the clock needs without a signal. */
export async function storedForTheClock(page: Page, texts: readonly string[]): Promise<void> {
  const stored = () =>
    page.evaluate(async () => {
      const result = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await result(indexedDB.open('keyval-store'));
      const store = database.transaction('keyval').objectStore('keyval');
      const keys = (await result(store.getAllKeys())).filter((key) =>
        /^data:[^:]+$/.test(String(key)),
      );
      const kept = await Promise.all(keys.map((key) => result(store.get(key))));
      database.close();
      return JSON.stringify(kept);
    });
  for (const text of texts) await expect.poll(stored).toContain(text);
}
