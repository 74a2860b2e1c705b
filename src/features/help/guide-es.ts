export const pages = import.meta.glob<string>('/docs/guide/es/*.md', {
  eager: true,
  import: 'default',
  query: '?raw',
});
