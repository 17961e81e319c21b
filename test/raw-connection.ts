import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A raw TCP connection to the shop, which is read unless it is paused. */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}).resume()
  await once(socket, 'connect')
  return socket
}

/** A raw POST request, split in the middle of its body. */
export function splitPost(path: string, body: object) {
  const text = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`
  return { first: head + text.slice(0, 10), rest: text.slice(10) }
}
