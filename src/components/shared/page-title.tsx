/** The document's title; React puts it into the head. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · Chalkline`}</title>;
}
