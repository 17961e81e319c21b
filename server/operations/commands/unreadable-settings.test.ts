import { expect, test, vi } from 'vitest'
import mailTest from './mail-test.ts'

test('settings that only the shop’s own user may read', async () => {
  const file = '/opt/hundredweight/.env'
  const denied = Object.assign(new Error(`EACCES: permission denied, open '${file}'`), {
    code: 'EACCES',
    syscall: 'open',
    path: file,
  })
  const readVariables = vi.fn(() => {
    throw denied
  })
  const [say, complain] = [vi.fn(), vi.fn()]
  expect(await mailTest({ typed: ['owner@shop.example'], readVariables, say, complain })).toBe(1)
  expect(complain.mock.calls).toEqual([
    [
      `${file} cannot be used: permission denied. If the shop runs as a user of its own, run this as that user, with sudo -u.`,
    ],
  ])
  expect(await mailTest({ typed: ['--help'], readVariables, say, complain })).toBe(0)
})
