import { type DragEvent, useRef, useState } from 'react'
import { IMPORT_TEMPLATE } from '#contract/catalogue/import-columns.ts'
import { MAX_IMPORT_BYTES } from '#contract/catalogue/import-limits.ts'
import { saveFile } from '../../ui/controls/save-file.ts'
import { csvFile } from './csv-file.ts'

type ChooseFileProps = {
  /** In place of a file that was checked and can still be applied. */
  instead: boolean
  onChosen: (file: File) => void
}

/** A file is chosen or dropped here; what can be told before sending it is told. */
export function ChooseFile({ instead, onChosen }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [over, setOver] = useState(false)

  function choose(files: FileList | null) {
    const [file] = files ?? []
    if (!file) return
    const found = files && files.length > 1 ? 'Choose one file at a time.' : fileProblem(file)
    setProblem(found)
    if (!found) onChosen(file)
  }
  function onDrag(event: DragEvent, isOver: boolean) {
    event.preventDefault()
    setOver(isOver)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={`grid justify-items-start gap-3 rounded-box border border-dashed p-6 ${over ? 'border-link bg-base-200' : 'border-quiet'}`}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false)
        choose(event.dataTransfer.files)
      }}
    >
      <p className="text-balance">
        {instead ? 'To start over, choose a corrected file' : 'Choose a CSV file'}, or drop it here. It is
        checked first; nothing changes until you apply it.
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          type="button"
          className={`btn ${instead ? 'btn-outline' : 'btn-primary'}`}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </button>
        <button type="button" className="link min-h-6 cursor-pointer" onClick={saveTemplate}>
          Download a template
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          choose(target.files)
          // The same file can be chosen again once it is corrected.
          target.value = ''
        }}
      />
      <p className="text-quiet text-sm">
        Columns in any order: {IMPORT_TEMPLATE.columns.join(', ')}. Rows are matched by _id, then by SKU; all
        others are new products. An empty cell changes nothing, nor does a quantity left as it was exported.
        Up to 50 MB.
      </p>
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
    </div>
  )
}

function fileProblem({ name, size }: File): string | null {
  if (size > MAX_IMPORT_BYTES) return `${name} is larger than 50 MB. Split it into several files.`
  if (size === 0) return `${name} is empty.`
  if (/\.(xlsx?|ods|numbers)$/i.test(name))
    return `${name} is a spreadsheet. Save it as CSV first, then choose that file.`
  return null
}

const saveTemplate = () =>
  saveFile('products-template.csv', csvFile([IMPORT_TEMPLATE.columns, IMPORT_TEMPLATE.example]))
