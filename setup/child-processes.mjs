// Child processes that end with us, whoever sends the signal and to whom.
import './change-to-root.mjs'
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, resolve } from 'node:path'

// npm can be deaf while it unpacks; what it left behind is installed anew.
const graceMs = 4_000
const running = new Set()
const parent = process.ppid
let ending = false

const ownTools = resolve('node_modules/.bin')
const otherPaths = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ownTools)

/** The pinned Node and the tools of this package first. */
const ownPath = [ownTools, ...otherPaths].join(delimiter)
/** Without them: npm must not run on a Node that it is about to replace. */
export const outsidePath = otherPaths.join(delimiter)

/**
 * Runs a program to its end; `show` lets it write to the terminal, otherwise what it wrote comes back.
 * A program that cannot be started counts as failed with the reason as its output.
 */
export function run(command, args, { show = false, env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      env: { ...process.env, PATH: ownPath, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    child.on('error', (error) => done({ failed: true, output: `${command}: ${error.message}` }))
    child.on('close', (code, signal) => {
      running.delete(child)
      if (ending) return
      const reason = signal ? `${command} was stopped by ${signal}\n` : ''
      done({ failed: code !== 0, output: output + reason })
    })
    if (child.pid) running.add(child)
  })
}

function tell(signal) {
  for (const child of running) {
    try {
      process.kill(-child.pid, signal)
    } catch {
      running.delete(child)
    }
  }
}

function end(signal) {
  if (ending) return tell('SIGKILL')
  ending = true
  tell(signal)
  const deadline = Date.now() + graceMs
  setInterval(() => {
    if (running.size === 0) process.exit(128 + constants.signals[signal])
    if (Date.now() > deadline) tell('SIGKILL')
  }, 20)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))

// npm passes a signal to the shell between us and it, and the shell does not pass it on.
setInterval(() => {
  if (process.ppid !== parent && !ending) end('SIGTERM')
}, 500).unref()
