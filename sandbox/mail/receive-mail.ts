import { createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './mailbox.ts'
import type { MailSwitches } from './switches.ts'

/** A real SMTP server, without TLS: it listens on this machine only and delivers nothing. */
export function receiveMail(mailbox: Mailbox, switches: MailSwitches) {
  const sockets = new Set<Socket>()
  const smtp = new SMTPServer({
    name: 'mail.sandbox.invalid',
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onRcptTo({ address }, _session, done) {
      const { refuse, delayMs } = switches.current
      await delay(delayMs, undefined, { ref: false })
      done(address === refuse ? refusal(550, 'No such mailbox') : null)
    },
    async onData(stream, session, done) {
      const raw = await buffer(stream).catch(() => null)
      if (!raw) return done(refusal(451, 'The sender went away'))
      await mailbox.keep(
        session.envelope.rcptTo.map(({ address }) => address),
        raw,
      )
      if (!switches.losesAnswer()) return done(null, 'Kept in the mailbox of the sandbox')
      for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
    },
  })
  // Whoever breaks a connection is heard of by nobody else.
  smtp.on('error', () => {})
  const server = createServer((socket) => {
    if (switches.current.down) return socket.destroy()
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    smtp.connect(socket, {})
  })
  return {
    server,
    disconnect: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
