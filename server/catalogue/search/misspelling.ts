/**
 * One slip in four letters, where a slip is a letter too many, too few or wrong, or two in the wrong order. A wrong first
 * letter counts twice: who writes table hardly means cable.
 */
export const isMisspelling = (written: string, known: string) =>
  slipsBetween(written, known) <= Math.floor(written.length / 4)

/** The distance of Damerau and Levenshtein, as long as no two slips overlap. */
function slipsBetween(one: string, other: string): number {
  let earlier: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : row === 1 && column === 1 ? 2 : 1),
        swapped ? at(earlier, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    earlier = last
    last = current
  }
  return at(last, other.length)
}

const at = (row: number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
