const BATCH = 500

/** Reads a long table batch after batch; each is asked for with the last row of the one before. */
export async function* readInBatches<Row, Shown>(
  read: (last: Row | undefined, size: number) => Promise<Row[]>,
  show: (row: Row) => Shown,
  size = BATCH,
): AsyncGenerator<Shown[]> {
  let last: Row | undefined
  while (true) {
    const rows = await read(last, size)
    yield rows.map(show)
    last = rows.at(-1)
    if (!last || rows.length < size) return
  }
}
