import { Link, type LinkProps } from 'react-router';

export function TextLink(props: LinkProps) {
  return (
    <Link
      {...props}
      className="rounded-small font-[550] text-primary text-sm underline-offset-4 hover:underline pointer-coarse:-my-3 pointer-coarse:inline-block pointer-coarse:py-3"
    />
  );
}
