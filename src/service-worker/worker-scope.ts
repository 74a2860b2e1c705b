/** As much of a service worker's scope as is used here; its types and the DOM's exclude each other. */
export interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

export interface InstallEvent extends WorkerEvent {
  /** Not in every browser. */
  addRoutes?: (routes: readonly object[]) => Promise<void>;
}

export interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

export interface PushEvent extends WorkerEvent {
  data: { json: () => unknown } | null;
}

export interface ClickEvent extends WorkerEvent {
  action: string;
  notification: Notification;
}

export interface SubscriptionChangeEvent extends WorkerEvent {
  /** Not in every browser. */
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

export interface WorkerClient {
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus: () => Promise<unknown>;
  postMessage: (message: unknown, transfer: Transferable[]) => void;
}

export interface WorkerClients {
  matchAll: (options: object) => Promise<readonly WorkerClient[]>;
  openWindow: (address: string) => Promise<unknown>;
}

export interface WorkerScope {
  location: Location;
  navigator: Navigator;
  clients: WorkerClients;
  registration: ServiceWorkerRegistration & {
    /** Chromium only. */
    sync?: { register: (tag: string) => Promise<void> };
  };
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent) => void) => void) &
    ((type: 'sync', listener: (event: WorkerEvent & { tag: string }) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((
      type: 'notificationclick' | 'notificationclose',
      listener: (event: ClickEvent) => void,
    ) => void) &
    ((type: 'pushsubscriptionchange', listener: (event: SubscriptionChangeEvent) => void) => void) &
    ((type: 'install', listener: (event: InstallEvent) => void) => void) &
    ((type: 'activate', listener: (event: WorkerEvent) => void) => void);
}
