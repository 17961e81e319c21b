// npm run check: the inner loop. What a machine can judge, and the tests that what has changed since the last commit reaches.
import { run } from './child-processes.mjs'

for (const [command, args] of [
  ['node', ['setup/verify.mjs']],
  ['vitest', ['run', '--project', 'fast', '--changed', 'HEAD', '--passWithNoTests']],
]) {
  const { failed } = await run(command, args, { show: true })
  if (failed) process.exit(1)
}
process.exit(0)
