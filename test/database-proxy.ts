import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'

/** A proxy in front of the database that can be cut: open connections break, new ones are refused. */
export async function openDatabaseProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const { hostname, port } = url
  const folder = url.searchParams.get('host')
  const place = folder
    ? { path: path.join(folder, `.s.PGSQL.${port || 5432}`) }
    : { host: hostname, port: Number(port || 5432) }
  const sockets = new Set<Socket>()
  let whole = true
  let silent = false
  const waiting: Socket[] = []
  const server = createServer((near) => {
    if (!whole) return near.destroy()
    if (silent) return waiting.push(near.on('error', () => {}))
    const far = connect(place)
    for (const [one, another] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        another.destroy()
      })
      one.pipe(another)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url.searchParams.delete('host')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut() {
      whole = false
      cutAll()
    },
    /** Nothing arrives any more in either direction, and no connection closes. */
    hold() {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    mend() {
      whole = true
      silent = false
      for (const socket of waiting.splice(0)) socket.destroy()
      for (const socket of sockets) socket.resume()
    },
    close() {
      cutAll()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
