import { Link, type LinkProps } from 'react-router';

/** A short link in a card's header or at the end of a row; as tall as a finger without moving its line. */
export function CardLink(props: LinkProps) {
  return (
    <Link
      {...props}
      className="shrink-0 rounded-small font-[550] text-primary text-sm hover:underline pointer-coarse:-mx-2.5 pointer-coarse:-my-3 pointer-coarse:px-2.5 pointer-coarse:py-3"
    />
  );
}
