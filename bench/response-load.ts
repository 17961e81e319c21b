import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { startLoadGenerator } from '#test/load/load-generator.ts'
import type { Load } from '#test/load/load-worker.ts'

const run = promisify(execFile)

type Fired = { answers: number; perSecond: number; failed: number }

/** What asks for responses. */
export type ResponseLoad = {
  isWrk: boolean
  /** For those who read the results. */
  sentence: string
  fire(load: Omit<Load, 'pacePerSecond'>): Promise<Fired>
  stop(): Promise<void>
}

/**
 * wrk where it is installed, with one thread: it leaves the other core to the server. A generator in JavaScript takes longer to ask
 * than a server takes to answer, which brings every ratio near 1.
 */
export async function openResponseLoad(
  loadGenerator: ReturnType<typeof startLoadGenerator>,
): Promise<ResponseLoad> {
  const version = await wrkVersion()
  return version ? openWrk(version) : inJavaScript(loadGenerator)
}

/** wrk tells its version and then fails, because it was not told what to load. */
async function wrkVersion() {
  const told: string = await run('wrk', ['--version']).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout ?? '',
  )
  return /^wrk \D*([\d.]+)/.exec(told)?.[1]
}

async function openWrk(version: string): Promise<ResponseLoad> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-wrk-'))
  const script = path.join(folder, 'requests.lua')
  return {
    isWrk: true,
    sentence: `The load for responses came from wrk ${version}, one thread.`,
    async fire({ port, requests, connections, seconds }) {
      await writeFile(script, luaScript(requests))
      const options = [
        '--threads',
        1,
        '--connections',
        connections,
        '--duration',
        seconds,
        '--script',
        script,
      ]
      const { stdout } = await run('wrk', [...options.map(String), `http://127.0.0.1:${port}`])
      return JSON.parse(stdout.slice(stdout.lastIndexOf('{')))
    },
    stop: () => rm(folder, { recursive: true }),
  }
}

// What JSON escapes in a request, Lua reads in the same way: quotes, backslashes and the ends of lines.
const luaScript = (requests: string[]) => `
  local requests = {${requests.map((request) => JSON.stringify(request)).join(',\n')}}
  local turn = 0

  function request()
    turn = turn % #requests + 1
    return requests[turn]
  end

  -- A status is counted as an error from 400 on.
  function done(summary)
    local errors = summary.errors
    local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
    print(string.format('{"answers":%d,"perSecond":%f,"failed":%d}',
      summary.requests, summary.requests / summary.duration * 1e6, failed))
  end
`

const inJavaScript = (loadGenerator: ReturnType<typeof startLoadGenerator>): ResponseLoad => ({
  isWrk: false,
  sentence:
    'wrk is not installed: the load for responses came from a generator in JavaScript, which is slower than what it measures and brings every ratio near 1.',
  async fire(load) {
    const { perSecond, served, refused, broken } = await loadGenerator.fire(load)
    return { answers: served.reduce((sum, count) => sum + count, 0), perSecond, failed: refused + broken }
  },
  stop: async () => {},
})
