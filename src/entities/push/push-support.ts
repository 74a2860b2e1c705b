/** What a browser says of itself, as far as notifications depend on it. */
export interface PushEnvironment {
  userAgent: string;
  maxTouchPoints: number;
  isSecure: boolean;
  /** Opened from the Home Screen, or installed. */
  isStandalone: boolean;
  hasPush: boolean;
  permission: NotificationPermission;
}

export type PushSupport =
  /** Opened by http: no browser allows notifications there. */
  | 'plain-http'
  /** iPhone and iPad show notifications of apps on the Home Screen only. */
  | 'needs-home-screen'
  /** An iPhone or iPad before 16.4. */
  | 'old-ios'
  /** A browser without notifications, such as one inside of another app. */
  | 'unsupported'
  | 'blocked'
  | 'ready';

/** As much of a Safari as is not among the DOM's types. */
interface WithStandalone {
  standalone?: boolean;
}

export function pushEnvironment(): PushEnvironment {
  return {
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isSecure: window.isSecureContext,
    isStandalone:
      (navigator as WithStandalone).standalone === true ||
      window.matchMedia('(display-mode: standalone)').matches,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : 'default',
  };
}

/** An iPad calls itself a Mac; a Mac has no touch screen. */
export function isIos({ userAgent, maxTouchPoints }: PushEnvironment): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

export interface IosVersion {
  major: number;
  minor: number;
}

/** Since 26 the system's number stays at 18 in the agent text; the browser's own goes on. */
export function iosVersion({ userAgent }: PushEnvironment): IosVersion | null {
  const found = /Version\/(\d+)\.(\d+)/.exec(userAgent) ?? /\bOS (\d+)[_.](\d+)/.exec(userAgent);
  return found ? { major: Number(found[1]), minor: Number(found[2]) } : null;
}

function isBeforePush(version: IosVersion | null): boolean {
  return version !== null && (version.major < 16 || (version.major === 16 && version.minor < 4));
}

export function pushSupport(environment: PushEnvironment): PushSupport {
  if (!environment.isSecure) return 'plain-http';
  if (isIos(environment)) {
    if (isBeforePush(iosVersion(environment))) return 'old-ios';
    if (!environment.isStandalone) return 'needs-home-screen';
  }
  if (!environment.hasPush) return 'unsupported';
  return environment.permission === 'denied' ? 'blocked' : 'ready';
}

/** Where "Add to Home Screen" is: it moved in 26, and other browsers have it in places of their own. */
export type HomeScreenWay = 'safari' | 'safari-26' | 'other-browser' | 'inside-app';

export function homeScreenWay(environment: PushEnvironment): HomeScreenWay {
  const { userAgent } = environment;
  if (/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/.test(userAgent)) return 'other-browser';
  // A page inside of another app has no name of a browser.
  if (!/Safari\//.test(userAgent)) return 'inside-app';
  return (iosVersion(environment)?.major ?? 0) >= 26 ? 'safari-26' : 'safari';
}
