import { neighbors, networks } from './addresses.ts'
import { type Attack, many, toSend } from './attack.ts'
import type { Place } from './place.ts'

/** 1,400 connections that ask for what is never refused: health, which asks the database, and files that do not exist. */
export async function crowdAtTheDoor(place: Place): Promise<Attack> {
  const paths = many(700, (number) => ['/readyz', `/absent-${number}.js`, `/assets/absent-${number}.css`])
  return {
    assault: {
      connections: 1_400,
      addresses: [...networks(300), ...neighbors(100)],
      requests: paths.flat().map((path) => toSend(place, { path })),
    },
  }
}
