import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The processor cores that this process may use. */
function ownCores(): number[] {
  if (process.platform !== 'linux') return []
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

const cores = ownCores()
const attackersCore = cores.pop() ?? 0

/** Whether the attackers have a core to themselves, so that they take requests from the shop and not its time. */
export const isApart = cores.length > 0 && spawnSync('taskset', ['--version']).status === 0

const on = (list: (number | string)[]) => (isApart ? ['taskset', '-c', list.join()] : [])
/** What a command begins with to run on the cores of the shop, or on that of the attackers, where outside services come first. */
export const onShopsCores = on(cores)
export const onAttackersCore = isApart ? ['nice', ...on([attackersCore])] : []

/** Google, the card provider and the mail server of a live shop do not run on its cores. */
export function takeAway(outsideServices: number | null) {
  if (!isApart || outsideServices === null) return
  spawnSync('taskset', ['-a', '-c', '-p', String(attackersCore), String(outsideServices)])
}
