/** A name and a value, such as Weight and 450 g. */
export type Spec = { name: string; value: string }

/** As people write them in a form: one a line, a colon between name and value. */
export const writeSpecLines = (specs: readonly Spec[]) =>
  specs.map(({ name, value }) => inOneLine(`${name}: ${value}`)).join('\n')

const inOneLine = (text: string) =>
  text
    .split(/[\r\n]+/)
    .flatMap((line) => line.trim() || [])
    .join(' ')

/** A line without a colon is a name without a value, which the schema refuses. */
export const readSpecLines = (lines: string): Spec[] =>
  lines.split(/\r?\n/).flatMap((line) => {
    if (line.trim() === '') return []
    const [name = '', ...value] = line.split(':')
    return { name: name.trim(), value: value.join(':').trim() }
  })
