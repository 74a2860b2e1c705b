/** The key of a button, inside it; where there is a keyboard. The button names it to readers. */
export function ActionKey({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded-[5px] border border-current/35 px-1.5 font-sans text-2xs leading-4.5 opacity-80 max-lg:hidden pointer-coarse:hidden"
    >
      {children.length === 1 ? children.toUpperCase() : children}
    </span>
  );
}
