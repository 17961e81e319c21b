import { decodeJwt, exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import type { Person, TestShop } from './shop.ts'
import { readSigningKey } from './signing-key.ts'

/** Tokens that look like this person's and must open nothing, by what is wrong with them. */
export async function forgeTokens(shop: TestShop, person: Person, victim: Person) {
  const { kid, publicJwk, privateJwk } = await readSigningKey(shop.shop.db.$client, shop.dataDir)
  const claims = decodeJwt(person.token)
  const header = { alg: 'ES256', kid }
  const ownKey = await importJWK(privateJwk, 'ES256')
  const foreign = await generateKeyPair('ES256', { extractable: true })
  const spki = await exportSPKI((await importJWK(publicJwk, 'ES256', { extractable: true })) as CryptoKey)
  const signed = (changes: object, extra = header, key: Parameters<SignJWT['sign']>[0] = ownKey) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader(extra).sign(key)
  const [head, payload, signature] = person.token.split('.') as [string, string, string]
  const changed = (changes: object) => [head, encode({ ...claims, ...changes }), signature].join('.')
  const hs256 = { alg: 'HS256', kid }
  const minute = 60
  const now = Math.floor(Date.now() / 1000)

  return {
    /** Signed as the identity service signs: the proof that the others fail for what is wrong with them. */
    genuine: await signed({}),
    forged: {
      expired: await signed({ iat: now - 20 * minute, exp: now - minute }),
      'not valid yet': await signed({ nbf: now + 10 * minute }),
      'without an end': await signed({ exp: undefined }),
      'without a subject': await signed({ sub: undefined }),
      'without an email': await signed({ email: undefined }),
      'of another issuer': await signed({ iss: 'https://elsewhere.example/api/auth' }),
      'for another audience': await signed({ aud: 'another-shop' }),
      'alg none': new UnsecuredJWT(claims).encode(),
      'alg none, with a signature': [encode({ alg: 'none', kid }), payload, signature].join('.'),
      'alg None, with a signature': [encode({ alg: 'None', kid }), payload, signature].join('.'),
      'HS256 by the public key as PEM': await signed({}, hs256, new TextEncoder().encode(spki)),
      'HS256 by the public key as JWK': await signed(
        {},
        hs256,
        new TextEncoder().encode(JSON.stringify(publicJwk)),
      ),
      'a foreign key under the right kid': await signed({}, header, foreign.privateKey),
      'a foreign key under an unknown kid': await signed(
        {},
        { ...header, kid: 'unknown' },
        foreign.privateKey,
      ),
      'a foreign key that the token itself brings': await signed(
        {},
        { alg: 'ES256', jwk: await exportJWK(foreign.publicKey) } as unknown as typeof header,
        foreign.privateKey,
      ),
      'a changed subject': changed({ sub: decodeJwt(victim.token).sub }),
      'a changed email': changed({ email: victim.email }),
      'a longer life': changed({ exp: now + 365 * 24 * 60 * minute }),
      'a cut signature': person.token.slice(0, -4),
      'no token at all': 'nonsense',
    },
  }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
