import { expect, test } from 'vitest'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const linesOf = (from: number) => shop.log.slice(from).map((line) => JSON.parse(line))

test.each(['/absent.js', '/assets/absent-1a2b3c.js', '/wp-login.php', '/pictures/absent'])(
  'a file that does not exist leaves no line: %s',
  async (path) => {
    const before = shop.log.length
    expect((await shop.call('GET', path)).status).toBe(404)
    expect(linesOf(before)).toEqual([])
  },
)
