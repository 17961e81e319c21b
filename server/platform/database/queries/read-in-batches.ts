const BATCH = 500

/** Reads a long table batch after batch; each is asked for with the rows of the one before. */
export async function* readInBatches<Row, Shown>(
  read: (before: Row[], size: number) => Promise<Row[]>,
  show: (row: Row) => Shown,
  size = BATCH,
): AsyncGenerator<Shown[]> {
  let rows: Row[] = []
  do {
    rows = await read(rows, size)
    yield rows.map(show)
  } while (rows.length === size)
}
