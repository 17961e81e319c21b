import { fork } from 'node:child_process'
import path from 'node:path'
import { requestFromChild } from '#test/load/load-generator.ts'
import type { Assault, Got, Target } from './attacker.ts'
import { onAttackersCore } from './cores.ts'

/** Lets the attackers loose, in a process of their own that ends after that time. */
export function startAttack(attack: Assault & Target): Promise<Got> {
  const [execPath = process.execPath, ...execArgv] = [...onAttackersCore, process.execPath]
  const child = fork(path.join(import.meta.dirname, 'attacker.ts'), { execPath, execArgv })
  return requestFromChild<Got>(child, attack)
}
