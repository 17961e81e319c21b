// Does what is missing or stale before start, test, dev or a command, and nothing else. No dependencies: it runs before there are any.
import { platformProblem } from './platform.mjs'

const problem = platformProblem(process)
if (problem) {
  console.error(problem)
  process.exitCode = 1
} else {
  import('./run-steps.mjs').then(({ prepare }) => prepare(process.argv[2]))
}
