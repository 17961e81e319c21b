import { normalizeSearch, readPageNumber } from '../formats/search-text.ts'

/** An admin's search for what has a state, and how a URL spells it. Without schemas, because pages import it. */
export type StateSearch<State extends string> = { q: string; state?: State | undefined; page: number }

/** Reads the query of a URL that a person may have typed: invalid values are ignored. */
export const readStateSearch =
  <State extends string>(states: readonly State[]) =>
  (params: URLSearchParams): StateSearch<State> => ({
    q: normalizeSearch(params.get('q') ?? ''),
    state: states.find((state) => state === params.get('state')),
    page: readPageNumber(params),
  })

/** The canonical form: equal searches have equal URLs. */
export const writeStateSearch = <State extends string>({ q, state, page }: StateSearch<State>) =>
  new URLSearchParams({
    ...(q && { q }),
    ...(state && { state }),
    ...(page > 1 && { page: String(page) }),
  })
