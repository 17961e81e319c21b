import { randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Held by one process at a time and given up by its death: a socket that its owner listens on, not a stored pid. */
export type FolderLock = { release(): Promise<void> }

export const ownerSocket = (socketFolder: string) => join(socketFolder, 'owner')

/** Null when another living process (or another start in this one) holds the folder. */
export async function lockFolder(socketFolder: string): Promise<FolderLock | null> {
  const path = ownerSocket(socketFolder)
  for (;;) {
    const claim = await listenOn(path)
    if (claim) return claim
    if (await isListening(path)) return null
    if (!(await removeAbandoned(path))) return null
  }
}

/** Whether a living process listens on this socket. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    )
  })
}

function listenOn(path: string): Promise<FolderLock | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}).destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      resolve({ release: () => new Promise((done) => server.close(() => done())) })
    })
  })
}

// Between our look and the removal somebody else may have put a living socket there: move it, look again, give it back.
async function removeAbandoned(path: string): Promise<boolean> {
  const aside = `${path}.${randomBytes(3).toString('hex')}`
  try {
    renameSync(path, aside)
  } catch {
    return true
  }
  if (await isListening(aside)) {
    renameSync(aside, path)
    return false
  }
  rmSync(aside, { force: true })
  return true
}
