// Everything a machine can judge without running the shop.
import { performance } from 'node:perf_hooks'
import { run } from './child-processes.mjs'

const atOnce = 2

// Types of the routes are generated; the type check and the search for unused code both read them.
const routeTypes = run('react-router', ['typegen'])
const afterRouteTypes = async (command, args) => {
  const made = await routeTypes
  return made.failed ? made : run(command, args)
}

const checks = [
  { name: 'format and lint', check: () => run('biome', ['check', '--error-on-warnings', '--colors=off']) },
  { name: 'types', check: () => afterRouteTypes('tsc', ['--noEmit']) },
  { name: 'import directions', check: () => run('node', ['setup/check-imports.mjs']) },
  { name: 'unused code', check: () => afterRouteTypes('knip', ['--no-progress']) },
  { name: 'fixed texts', check: () => run('node', ['setup/check-fixed-texts.mjs']) },
  { name: 'lines per folder', check: () => run('node', ['setup/count-lines.mjs']), show: true },
]

const failures = []

async function work() {
  for (let next = checks.shift(); next; next = checks.shift()) {
    const since = performance.now()
    const { failed, output } = await next.check()
    const took = `${((performance.now() - since) / 1000).toFixed(1)} s`
    console.log(`${failed ? '✗' : '✓'} ${next.name} (${took})`)
    if (next.show) console.log(output.trim().replace(/^/gm, '    '))
    if (failed) failures.push({ name: next.name, output })
  }
}

await Promise.all(Array.from({ length: atOnce }, work))

for (const { name, output } of failures) console.error(`\n── ${name} ──\n${output.trim()}`)
process.exit(failures.length > 0 ? 1 : 0)
