// One setup at a time in this folder: npm start and npm test may be typed in two terminals at once.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { step } from './progress.mjs'

const lock = '.prepare-lock'
const beatMs = 1_000
// A holder that beats no more is gone, even if its number now belongs to another process.
const silenceMs = 30_000

export async function withLock(work) {
  if (!take()) await step('Waiting for another setup in this folder', waitForLock)
  const beating = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), beatMs).unref()
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beating)
    process.removeListener('exit', release)
    release()
  }
}

/** Renamed first: while a folder is being emptied, another process could put its own lock in its place. */
function release() {
  const released = `${lock}-${process.pid}-released`
  try {
    renameSync(lock, released)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  rmSync(released, { recursive: true })
}

async function waitForLock() {
  while (!take()) {
    if (isStale()) removeStale()
    else await wait(100)
  }
}

/** The folder gets its name only with the pid inside, so that no other process sees it without. */
function take() {
  const mine = `${lock}-${process.pid}`
  mkdirSync(mine, { recursive: true })
  writeFileSync(`${mine}/pid`, String(process.pid))
  writeFileSync(`${mine}/.gitignore`, '*\n')
  try {
    renameSync(mine, lock)
    return true
  } catch (error) {
    rmSync(mine, { recursive: true })
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false
    throw error
  }
}

/** Only one process removes at a time and looks again first: otherwise a second one could remove the lock of the first. */
function removeStale() {
  const guard = `${lock}-removal`
  try {
    mkdirSync(guard)
  } catch {
    const made = statSync(guard, { throwIfNoEntry: false })?.mtimeMs
    if (made && Date.now() - made > silenceMs) rmSync(guard, { recursive: true, force: true })
    return
  }
  if (isStale()) release()
  rmSync(guard, { recursive: true })
}

function isStale() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > silenceMs) return true
    return !isAlive(Number(readFileSync(`${lock}/pid`, 'utf8')))
  } catch {
    return false // released in this moment
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
