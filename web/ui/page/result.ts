/** What a loader returns: the data, or why there is none, so that the page around it stays. */
export type Result<T> = { data: T; problem?: undefined } | { data?: undefined; problem: Error }

export const resultOf = <T>(loading: Promise<T>): Promise<Result<T>> =>
  loading.then(
    (data) => ({ data }),
    (problem: Error) => ({ problem }),
  )
