export const pages = import.meta.glob<string>('/docs/guide/en/*.md', {
  eager: true,
  import: 'default',
  query: '?raw',
});
