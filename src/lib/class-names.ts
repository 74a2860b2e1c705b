import { type ClassValue, clsx } from 'clsx';

/** Joins class names. Conflicts are not resolved: callers add layout classes, never overrides. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
