interface TextPiece {
  str: string;
  hasEOL: boolean;
  height: number;
  transform: number[];
}

/** Lines that follow each other closely are one paragraph. */
export function paragraphsOf(pieces: readonly TextPiece[]): string[] {
  const paragraphs: string[] = [];
  let text = '';
  let last: TextPiece | null = null;
  const end = (): void => {
    const clean = text.replace(/\s+/g, ' ').trim();
    if (clean) paragraphs.push(clean);
    text = '';
  };
  for (const piece of pieces) {
    if (piece.str.trim() !== '') {
      const [was, is] = [last?.transform[5], piece.transform[5]];
      const gap = was !== undefined && is !== undefined ? Math.abs(was - is) : 0;
      const changesSize = last !== null && Math.abs(last.height - piece.height) > 1 && gap > 1;
      if (last && (gap > 1.7 * Math.max(piece.height, last.height) || changesSize)) end();
      last = piece;
    }
    text += piece.str + (piece.hasEOL ? ' ' : '');
  }
  end();
  return paragraphs;
}
