import type { Page } from '@playwright/test';

/** Once changes flow to the page that is opened next. */
export const listening = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('Subscribed to PostgreSQL')) resolve();
      }),
    );
  });
