export const pages = import.meta.glob<string>('/docs/guide/es/*.md', {
  eager: true,
  import: 'default',
  query: '?raw',
});

/** Their addresses; those of the readme are left out. */
export const pictures = import.meta.glob<string>(
  ['/docs/pictures/es/*.webp', '!**/*-{dark,phone}.webp'],
  { eager: true, import: 'default', query: '?url' },
);
