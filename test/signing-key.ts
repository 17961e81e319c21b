import { symmetricDecrypt } from 'better-auth/crypto'
import type { JWK } from 'jose'
import type pg from 'pg'
import { readSecrets } from '#server/platform/startup/secrets.ts'

export type SigningKey = { kid: string; publicJwk: JWK; privateJwk: JWK }

/** The identity service keeps its key encrypted in the database, with the secret in the data folder. */
export async function readSigningKey(client: pg.Pool | pg.Client, dataDir: string): Promise<SigningKey> {
  const { rows } = await client.query(
    'select id, public_key, private_key from identity.jwks order by created_at desc limit 1',
  )
  const { id, public_key, private_key } = rows[0]
  const key = readSecrets(dataDir).identity
  const privateJwk = JSON.parse(await symmetricDecrypt({ key, data: JSON.parse(private_key) }))
  return { kid: id, publicJwk: JSON.parse(public_key), privateJwk }
}
