import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartupError } from '../../platform/startup/startup-error.ts'

/** Whether the person at the terminal types yes. Where nobody can be asked, `otherwise` says what to do instead. */
export async function confirm(question: string, otherwise: string) {
  if (!process.stdin.isTTY) throw new StartupError(otherwise)
  const answer = await ask(`${question} (yes/no) `, { hidden: false, orElse: 'Nothing was changed.' })
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartupError('Nothing was changed.')
}

/** One line from the person at the terminal, or from a pipe; a hidden one is not shown while it is typed. */
export async function ask(question: string, { hidden, orElse }: { hidden: boolean; orElse: string }) {
  const isTerminal = process.stdin.isTTY
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const prompt = createInterface({ input: process.stdin, output, terminal: isTerminal })
  const closed = new Promise<never>((_resolve, reject) =>
    prompt.once('close', () => reject(new StartupError(orElse))),
  )
  try {
    // Only now: the terminal has stopped to show what is typed.
    if (hidden) process.stderr.write(question)
    return await Promise.race([prompt.question(hidden ? '' : question), closed])
  } finally {
    prompt.close()
    if (hidden && isTerminal) process.stderr.write('\n')
  }
}
