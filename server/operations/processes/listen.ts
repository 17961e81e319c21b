import { StartupError } from '../../platform/startup/startup-error.ts'

/** Has `listen` take the shop's port; what keeps it from that is told in a sentence. */
export async function listenAt(
  { host, port }: { host: string; port: number },
  listen: (host: string) => Promise<unknown>,
): Promise<void> {
  try {
    await listen(host)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A machine without IPv6 has no "::" to listen on.
    if (host === '::' && (code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL'))
      return listenAt({ host: '0.0.0.0', port }, listen)
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is in use: stop whatever is using it, or start with PORT=${port + 1} npm start.`,
      )
    if (code === 'EACCES')
      throw new StartupError(
        `This user is not allowed to listen on port ${port}: start with PORT=3000 npm start.`,
      )
    if (code === 'ENOTSUP')
      throw new StartupError('This system does not let several processes share a port: leave WORKERS out.')
    if (code && ['EADDRNOTAVAIL', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
      throw new StartupError(
        `HOST=${host} is not an address of this machine: leave HOST out to listen on all of its addresses, or use 127.0.0.1 behind a proxy.`,
      )
    throw error
  }
}
