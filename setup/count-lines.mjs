// Lines per folder without tests; a file that is too long is a problem.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const MAX_LINES = 350
const PRODUCT = ['contract', 'networks', 'server', 'identity', 'web']
const isTest = (file) => /\.test\.tsx?$|(^|\/)(testing\/|test-)/.test(file)

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
const files = tracked
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && existsSync(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))

const folders = new Map()
for (const { file, lines } of files) {
  if (isTest(file)) continue
  const [top, next] = file.split('/')
  if (!PRODUCT.includes(top) && top !== 'sandbox') continue
  const folder = top === 'server' && next.includes('.') ? 'server' : top === 'server' ? `server/${next}` : top
  folders.set(folder, (folders.get(folder) ?? 0) + lines)
}
const total = (wanted) =>
  [...folders].reduce((sum, [folder, lines]) => (wanted(folder.split('/')[0]) ? sum + lines : sum), 0)
for (const [folder, lines] of [...folders].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${folder}: ${lines}`)
console.log(
  `product: ${total((top) => PRODUCT.includes(top))}, sandbox: ${total((top) => top === 'sandbox')}`,
)

const long = files.filter(({ lines }) => lines > MAX_LINES)
if (long.length > 0) {
  console.error(long.map(({ file, lines }) => `${file} has ${lines} lines: ${MAX_LINES} at most`).join('\n'))
  process.exit(1)
}
