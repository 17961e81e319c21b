// Import directions, by the rules in .dependency-cruiser.cjs.
import { globSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { allExtensions, cruise } from 'dependency-cruiser'
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

const sources = globSync(
  '{contract,networks,server,identity,sandbox,web,test,e2e,bench,proof,setup}/**/*.{ts,tsx,mjs}',
)
const options = await readOptions('./.dependency-cruiser.cjs')
const isOfFolders = ({ scope }) => scope === 'folder'
const { forbidden } = options.ruleSet
const cruiseBy = async (files, rules) =>
  (await cruise(files, { ...options, ruleSet: { ...options.ruleSet, forbidden: rules } })).output
const output = await cruiseBy(
  sources,
  forbidden.filter((rule) => !isOfFolders(rule)),
)
// A test may reach for anything, so that tests alone would make folders hold each other.
const isTest = (file) => /^(test|e2e|bench|proof|setup)\/|\/testing\/|\.test\.tsx?$|\/test-[^/]+$/.test(file)
const ofFolders = await cruiseBy(
  sources.filter((file) => !isTest(file)),
  forbidden.filter(isOfFolders),
)
const read = new Set(output.modules.map((module) => module.source))
const problems = []

// Without its TypeScript parser the tool reads nothing, or half, and is content.
const parsed = new Set(allExtensions.filter((known) => known.available).map((known) => known.extension))
const unread = sources.filter((source) => !read.has(source) || !parsed.has(extname(source)))
if (sources.length === 0 || unread.length > 0) {
  problems.push(`${unread.length} of ${sources.length} source files were not read`, ...unread.slice(0, 5))
}

for (const { from, to, rule, cycle } of [...output.summary.violations, ...ofFolders.summary.violations]) {
  const reason = forbidden.find((known) => known.name === rule.name).comment
  const target = cycle ? cycle.map((step) => step.name).join(' → ') : to
  problems.push(`${from} → ${target}\n    ${rule.name}: ${reason}`)
}

const pages = new Set(globSync('web/{storefront,account,orders,desk}/*').map((file) => basename(file)))
for (const part of globSync('web/layout/*'))
  if (pages.has(basename(part))) problems.push(`${part} has the name of a page`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${read.size} modules, ${output.summary.totalDependenciesCruised} imports`)
