import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EmbeddedPostgres } from '#server/operations/embedded-postgres/start.ts'

type Message = Partial<Pick<EmbeddedPostgres, 'connection' | 'owned'>> & {
  said?: string
  refused?: string
  interrupted?: boolean
}
export type PostgresStart = {
  dataDir: string
  options?: { share?: boolean; settings?: Record<string, string> }
  /** Where the program's files are and which Node runs it: this repository's own, unless a clone is given. */
  clone?: { folder: string; node: string }
  user?: { uid: number; gid: number }
  /** Shell words before the command, for limits. */
  prefix?: string
}

/** A process of its own that starts the embedded PostgreSQL. */
export class PostgresProcess {
  readonly child: ChildProcess
  readonly messages: Message[] = []
  readonly ended: Promise<unknown>

  constructor({ dataDir, options = {}, clone, user, prefix = '' }: PostgresStart) {
    const folder = clone?.folder ?? join(import.meta.dirname, '../..')
    const node = clone?.node ?? process.execPath
    const settings = { fsync: 'off', ...options.settings }
    const args = [
      join(folder, 'test/embedded-postgres/run-embedded-postgres.ts'),
      dataDir,
      JSON.stringify({ ...options, settings }),
    ]
    this.child = spawn('/bin/sh', ['-c', `${prefix} exec "$@"`, 'sh', node, ...args], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      ...user,
    })
    this.ended = once(this.child, 'close')
    if (!this.child.stdout) throw new Error('the shop process did not start')
    createInterface({ input: this.child.stdout }).on('line', (line) => this.messages.push(JSON.parse(line)))
  }

  get connection() {
    return this.messages.find((message) => message.connection)?.connection
  }

  get refusal() {
    return this.messages.find((message) => message.refused)?.refused
  }

  get said() {
    return this.messages.flatMap(({ said }) => said ?? [])
  }

  async stop() {
    this.child.stdin?.end()
    await this.ended
  }

  /** Ends it the hardest way. */
  async kill() {
    this.child.kill('SIGKILL')
    await this.ended
  }
}
